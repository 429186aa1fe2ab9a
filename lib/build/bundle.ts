import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFolder, bundleOf, ENTRIES, hashInputs } from './build-inputs.js'

/**
 * Bundles the code of commands for run-entry.js, unless it is; packages stay where they
 * are. As deep below the project's folder as the sources, whose relative paths it keeps.
 */
export async function bundleServer(root: string): Promise<void> {
  if (await bundleOf(root)) return
  const folder = bundleFolder(root)
  await rm(folder, { recursive: true, force: true })
  // Not needed by a start that builds nothing.
  const { build } = await import('esbuild')
  const inputs = await hashInputs(root, {})
  await build({
    absWorkingDir: root,
    entryPoints: { ...ENTRIES, ...(await workerEntries(root)) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Dynamic imports are loaded when they are needed; without, esbuild moves
    // its packages to the start.
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    sourcemap: true,
    logLevel: 'error',
  })
  // Last, so that an unfinished bundle is not used.
  await writeFile(join(folder, 'inputs'), inputs)
}

/** Each `lib/<name>/worker.ts` is the entry of a worker thread. */
async function workerEntries(root: string): Promise<Record<string, string>> {
  const names = await readdir(join(root, 'lib'))
  const workers = names.filter((name) => existsSync(join(root, 'lib', name, 'worker.ts')))
  return Object.fromEntries(workers.map((name) => [`${name}-worker`, `lib/${name}/worker.ts`]))
}
