import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds once for all tests; as a child, since e2e knows the product from outside only. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export.
export default function globalSetup(): void {
  execFileSync(process.execPath, ['--import', 'tsx', 'lib/server/build/build.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
