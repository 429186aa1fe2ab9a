import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encryption } from '@/lib/store/encryption'
import type { ReceivedDelivery } from './receiver'

/** Five hours of 50 usual deliveries a second; a full disk would stop more than the inbox. */
const BYTES_MAXIMUM = 2 * 1024 ** 3
const FILE = 'pending.ndjson'
/**
 * Deliveries of one call of the store, and the length of their bodies together:
 * a longer body comes alone.
 */
const BATCH_MAXIMUM = 250
const BATCH_LENGTH = 1_000_000
/**
 * Authenticated with each line. Keep the text: lines of earlier versions on disk can
 * be decrypted with no other.
 */
const PURPOSE = 'webhook spool'

export type StoreDeliveries = (deliveries: readonly ReceivedDelivery[]) => Promise<unknown>

export type Pending = ReturnType<typeof createPending>

/**
 * Deliveries that the store refused, on disk until it takes them: encrypted, because they
 * hold names and telephone numbers. Several processes may share the folder: the store
 * drops a delivery that it has.
 */
export function createPending(
  folder: string,
  encryption: Encryption,
  bytesMaximum = BYTES_MAXIMUM,
) {
  const path = join(folder, FILE)

  async function files(): Promise<string[]> {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => name.endsWith('.ndjson')).map((name) => join(folder, name))
  }

  async function bytes(): Promise<number> {
    const sizes = (await files()).map((one) =>
      stat(one).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  /**
   * Resolves when they are on disk, as one line: of a line that is cut nothing is stored.
   * @throws Error when the disk does not take them, or enough wait already
   */
  async function append(deliveries: readonly ReceivedDelivery[]): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await bytes()) >= bytesMaximum) throw new Error('Too many deliveries wait on disk')
    const encrypted = encryption.encryptBytes(Buffer.from(JSON.stringify(deliveries)), PURPOSE)
    // The first line break ends a line that was cut before.
    const line = Buffer.from(`\n"${Buffer.from(encrypted).toString('base64')}"\n`)
    const file = await open(path, 'a', 0o600)
    const parent = await open(folder)
    let isMoved = false
    try {
      const { bytesWritten } = await file.write(line)
      if (bytesWritten < line.length) throw new Error('The disk is full')
      await file.datasync()
      // The name outlives a power cut as the content does.
      await parent.sync()
      const named = await stat(path, { bigint: true }).catch(() => null)
      const written = await file.stat({ bigint: true })
      isMoved = named?.ino !== written.ino
    } finally {
      await Promise.all([file.close(), parent.close()])
    }
    // A drain may have read the file before this write.
    if (isMoved) await append(deliveries)
  }

  /** @returns complete lines that cannot be read */
  async function storeFile(file: string, store: StoreDeliveries): Promise<number> {
    // Another process may have stored and removed it.
    const opened = await open(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!opened) return 0
    let unreadable = 0
    const batch: ReceivedDelivery[] = []
    for await (const line of opened.readLines()) {
      // Cut lines were not acknowledged.
      if (line === '' || /^"[^"]*$/.test(line)) continue
      const deliveries = read(line)
      if (!deliveries) unreadable++
      batch.push(...(deliveries ?? []))
      for (let end = batchEnd(batch); end < batch.length; end = batchEnd(batch)) {
        await store(batch.splice(0, end))
      }
    }
    if (batch.length > 0) await store(batch)
    await rm(file, { force: true })
    return unreadable
  }

  /** @returns null for a line that was encrypted with another secret */
  function read(line: string): ReceivedDelivery[] | null {
    try {
      const encrypted = Buffer.from(JSON.parse(line), 'base64')
      return JSON.parse(Buffer.from(encryption.decryptBytes(encrypted, PURPOSE)).toString())
    } catch {
      return null
    }
  }

  return {
    append,
    bytes,
    /**
     * Stores what waits; called again with the same deliveries after a failure, so
     * `store` must not double them.
     * @returns lines that another secret encrypted, which are dropped
     * @throws errors of `store`; the rest stays on disk
     */
    async drain(store: StoreDeliveries): Promise<number> {
      let unreadable = 0
      await rename(path, join(folder, `${randomUUID()}.ndjson`)).catch(() => undefined)
      for (const file of await files()) {
        if (file !== path) unreadable += await storeFile(file, store)
      }
      return unreadable
    },
  }
}

/** Number of deliveries, from the first on, that are stored together. */
export function batchEnd(deliveries: readonly ReceivedDelivery[]): number {
  let length = 0
  const end = deliveries.findIndex(({ body }, at) => {
    length += body.length
    return at === BATCH_MAXIMUM || (at > 0 && length > BATCH_LENGTH)
  })
  return end < 0 ? deliveries.length : end
}
