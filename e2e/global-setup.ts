import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { makeStoreTemplate } from '@/lib/testing/store-template'

/**
 * Builds once for all tests, in a child process as `npm run build` does, and makes the
 * store that dashboards copy.
 */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default async function globalSetup(): Promise<void> {
  execFileSync(process.execPath, ['--import', 'tsx', 'lib/server/build/build.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await makeStoreTemplate()
}
