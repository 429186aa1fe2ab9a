import { type ExecFileException, execFile } from 'node:child_process'
import { access, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nextCommand } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { withLock } from '@/lib/store/folder-lock'
import { hashInputs, isPackage } from './build-inputs.js'
import { bundleServer } from './bundle'

/**
 * Builds unless `.next` holds a finished build of exactly these sources; NODE_ENV must be
 * production already. Writes nothing where it does, so that a finished build starts on a read-only
 * disk and as another user.
 * @throws ConfigError with the output of a failed build
 */
export async function buildIfNeeded(root: string, print: (line: string) => void): Promise<void> {
  if (isPackage(root)) return
  const folder = join(root, '.next')
  // Before a build Next empties `.next` except names that begin with cache, dev, lock or trace.
  const lock = join(folder, 'lock-of-build')
  const stamp = join(folder, 'inputs-of-kerbside')
  const inputs = await hashInputs(root, process.env)
  if (await isStamped(stamp, inputs)) return
  await makeWritableFolder(folder)
  await withLock(
    lock,
    '.next',
    async () => {
      // Another start may have built meanwhile.
      const inputs = await hashInputs(root, process.env)
      if (await isStamped(stamp, inputs)) return
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

async function isStamped(stamp: string, inputs: string): Promise<boolean> {
  const stamped = await readFile(stamp, 'utf8').catch(() => null)
  return stamped === inputs
}

/** Made apart from the lock, whose folders only their owner may read. @throws ConfigError */
async function makeWritableFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const path = JSON.stringify(folder)
    throw new ConfigError(
      `There is no finished build of these sources, and its folder cannot be written (${code}): run \`npm run build\` as a user who may write ${path}`,
    )
  }
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
