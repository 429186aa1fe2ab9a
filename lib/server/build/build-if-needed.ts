import { type ExecFileException, execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nextCommand } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { withLock } from '@/lib/store/folder-lock'
import { hashInputs } from './build-inputs.js'
import { bundleServer } from './bundle'

/**
 * Builds unless `.next` holds a finished build of exactly these sources; NODE_ENV must be production already.
 * @throws ConfigError with the output of a failed build
 */
export async function buildIfNeeded(root: string, print: (line: string) => void): Promise<void> {
  // Before a build Next empties `.next` except names that begin with cache, dev, lock or trace.
  const lock = join(root, '.next', 'lock-of-build')
  const stamp = join(root, '.next', 'inputs-of-kerbside')
  await withLock(
    lock,
    '.next',
    async () => {
      const inputs = await hashInputs(root, process.env)
      if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return
      print('Building once, about half a minute …')
      const startMs = performance.now()
      await rm(stamp, { force: true })
      // Next's compiler was seen to abort at the end of its process, after a whole build.
      await build(root).catch((error) => {
        if (error instanceof BuildAborted) return build(root)
        throw error
      })
      await bundleServer(root)
      // The hash from before the build, so that an edit during the build leads to another.
      await writeFile(stamp, inputs)
      print(`Built in ${Math.round((performance.now() - startMs) / 1000)} s`)
    },
    ({ pid }) => print(`Waiting for the build of another start (process ${pid}) …`),
  )
}

const run = promisify(execFile)

class BuildAborted extends ConfigError {}

async function build(root: string): Promise<void> {
  const building = run(process.execPath, [nextCommand(), 'build'], { cwd: root, maxBuffer: 1e9 })
  const stop = () => building.child.kill()
  process.once('exit', stop)
  building.child.once('close', () => process.off('exit', stop))
  await building.catch(({ stdout, stderr, signal, code }: ExecFileException) => {
    const text = `${stdout}${stderr}`.trimEnd()
    const message = `${text}\nThe build failed (${signal ?? `exit code ${code}`}), see above`
    throw signal === 'SIGABRT' ? new BuildAborted(message) : new ConfigError(message)
  })
}
