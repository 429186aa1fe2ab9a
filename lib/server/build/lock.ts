import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 500

/**
 * Runs `work` while no other process holds the lock; waits for one that does. A holder that died does not count.
 * @param onWait called once, with the holder's process id, before waiting
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  onWait: (pid: number) => void,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  let waiting = false
  while (!(await take(file))) {
    const holder = Number(await readFile(file, 'utf8').catch(() => ''))
    if (!isAlive(holder)) {
      // Between taking and writing its id, a holder's file is empty for an instant.
      await sleep(POLL_MS)
      const now = Number(await readFile(file, 'utf8').catch(() => ''))
      if (now === holder) await rm(file, { force: true })
      continue
    }
    if (!waiting) onWait(holder)
    waiting = true
    await sleep(POLL_MS)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
