import { closeSync, fstatSync, openSync, type Stats } from 'node:fs'

export interface RegularFile {
  readonly descriptor: number
  readonly stats: Stats
  close(): void
}

/**
 * Opens a file to read, and nothing but a file.
 * @param Refusal of what is wrong, as the end of a sentence that begins with the path
 * @throws Refusal
 */
export function openRegularFile(path: string, Refusal: new (message: string) => Error): RegularFile {
  const descriptor = open(path, Refusal)
  const stats = fstatSync(descriptor)
  const close = () => closeSync(descriptor)
  if (stats.isFile()) return { descriptor, stats, close }
  close()
  throw new Refusal('is not a file')
}

function open(path: string, Refusal: new (message: string) => Error): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Refusal(code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`)
  }
}
