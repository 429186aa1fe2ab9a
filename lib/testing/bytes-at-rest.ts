import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of every file below a folder, and how many files there are. */
export async function bytesIn(folder: string): Promise<readonly [Buffer, number]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile())
  const contents = await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name))))
  return [Buffer.concat(contents), files.length]
}

/**
 * A text as it may stand in a file: plain, in UTF-16, in hexadecimal digits,
 * and in base64 at any offset.
 */
export function formsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [text, bytes.toString('hex'), ...inBase64]
    .map((form) => Buffer.from(form))
    .concat(Buffer.from(text, 'utf16le'))
}

/** Texts that can be read in the bytes. */
export function readableIn(bytes: Buffer, texts: readonly string[]): string[] {
  return texts.filter((text) => formsOf(text).some((form) => bytes.includes(form)))
}
