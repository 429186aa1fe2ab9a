import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file of lines that are on disk when `append` resolves; lines that arrive during a write share the next one. */
export interface SegmentFile {
  /** @param line of `lineOf`. @throws NodeJS.ErrnoException ENOSPC, EIO, … */
  append(line: string): Promise<void>
  /** After the last write. */
  close(): Promise<void>
}

/** @param path of a file that does not exist */
export async function createSegmentFile(path: string): Promise<SegmentFile> {
  const file = await open(path, 'ax', 0o600)
  // Its name as well as its content outlives a power cut.
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
  let waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = []
  let writing: Promise<void> | null = null

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await writeBatch(file, batch.map(({ line }) => line).join('')).then(
        () => {
          for (const { resolve } of batch) resolve()
        },
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

/** A line that was written in part would spoil the next one: it is ended. */
async function writeBatch(file: FileHandle, text: string): Promise<void> {
  try {
    await file.appendFile(text)
    await file.datasync()
  } catch (error) {
    await file.appendFile('\n').catch(() => undefined)
    throw error
  }
}

/** A text as a line of a file. */
export const lineOf = (text: string): string => {
  const body = Buffer.from(text).toString('base64')
  return `${checksum(body)} ${body}\n`
}

const checksum = (body: string): string => createHash('sha256').update(body).digest('base64url').slice(0, 12)

/** Every text of a file in order. Lines cut by a crash, or damaged, are left out: they were not acknowledged. */
export async function readSegment(path: string): Promise<string[]> {
  const texts: string[] = []
  for (const line of (await readFile(path, 'latin1')).split('\n')) {
    const [sum, body] = line.split(' ', 2)
    if (body !== undefined && sum === checksum(body)) texts.push(Buffer.from(body, 'base64').toString())
  }
  return texts
}
