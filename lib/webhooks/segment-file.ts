import { createHash } from 'node:crypto'
import { constants, type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A segment is read into memory as a whole. */
export const SEGMENT_BYTES = 2 * 1024 ** 2

const { O_RDWR, O_CREAT, O_EXCL, O_DSYNC } = constants
// A write is on disk when it is done: one step of the thread pool instead of two.
const OPEN = O_RDWR | O_DSYNC

/** A file of lines that are on disk when `append` resolves; lines that arrive during a write share the next one. */
export interface SegmentFile {
  /** @param line of `lineOf`. @throws NodeJS.ErrnoException ENOSPC, EIO, … */
  append(line: string): Promise<void>
  /** After the last write. */
  close(): Promise<void>
}

/**
 * @param path of a file that does not exist
 * @param spare of `emptySegment`, which becomes this file where there is one
 */
export async function createSegmentFile(path: string, spare?: string): Promise<SegmentFile> {
  const file = (spare && (await openSpare(spare, path))) || (await createEmpty(path))
  // Its name as well as its content outlives a power cut.
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
  let waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = []
  let writing: Promise<void> | null = null
  let position = 0

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const bytes = Buffer.from(batch.map(({ line }) => line).join(''), 'latin1')
      await writeAt(file, bytes, position).then(
        () => {
          position += bytes.length
          for (const { resolve } of batch) resolve()
        },
        // The next batch overwrites the one that was written in part.
        (error) => {
          for (const { reject } of batch) reject(error)
        },
      )
    }
    writing = null
  }

  return {
    append: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, resolve, reject })
        writing ??= writeAll()
      }),
    async close() {
      await writing
      await file.close()
    },
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** Full of zeros from the beginning: a growing file has to wait for the file system's journal with each write. */
async function createEmpty(path: string): Promise<FileHandle> {
  const file = await open(path, OPEN | O_CREAT | O_EXCL, 0o600)
  // On a full disk single lines may still fit.
  await writeAt(file, Buffer.alloc(SEGMENT_BYTES), 0).catch(() => undefined)
  return file
}

async function openSpare(spare: string, path: string): Promise<FileHandle | null> {
  try {
    await rename(spare, path)
  } catch {
    return null
  }
  return open(path, OPEN)
}

/** Makes a segment that was stored the spare of the next ones. @param bytes of `readSegment` */
export async function emptySegment(path: string, bytes: number, spare: string): Promise<void> {
  const file = await open(path, 'r+')
  await writeAt(file, Buffer.alloc(bytes), 0).finally(() => file.close())
  await rename(path, spare)
}

/** A text of a file, as a line with its checksum. @param text of one line, in Latin-1 */
export const lineOf = (text: string): string => `${checksum(text)} ${text}\n`

const CHECKSUM_LENGTH = 12
const checksum = (text: string): string =>
  createHash('sha256').update(text, 'latin1').digest('base64url').slice(0, CHECKSUM_LENGTH)

/** Every text of a file in order, and the bytes up to the zeros after them. */
export async function readSegment(path: string): Promise<{ texts: string[]; bytes: number }> {
  const file = await readFile(path)
  const zeros = file.indexOf(0)
  const content = file.subarray(0, zeros < 0 ? file.length : zeros)
  const texts: string[] = []
  // Lines cut by a crash, or damaged, are left out: they were not acknowledged.
  for (const line of content.toString('latin1').split('\n')) {
    const text = line.slice(CHECKSUM_LENGTH + 1)
    if (line.startsWith(checksum(text))) texts.push(text)
  }
  return { texts, bytes: content.length }
}
