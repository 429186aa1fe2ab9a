import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashInputs } from './build-inputs.js'

/**
 * Bundles the server's own code for lib/server/launch.js; packages stay where they are. As deep below the project's
 * folder as the sources, whose relative paths it keeps.
 */
export async function bundleServer(root: string): Promise<void> {
  const folder = join(root, '.next', 'server-of-kerbside')
  // Not needed by a start that builds nothing.
  const { build } = await import('esbuild')
  const inputs = await hashInputs(root, {})
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/server/start.ts'],
    outfile: join(folder, 'start.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    logLevel: 'error',
  })
  // Last, so that an unfinished bundle is not used.
  await writeFile(join(folder, 'inputs'), inputs)
}
