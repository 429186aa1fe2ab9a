import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from 'node:fs'

/** Fault of a file of the city, as the end of a sentence that begins with its path. */
export class CityFileError extends Error {
  override readonly name = 'CityFileError'
}

export interface RegularFile {
  readonly descriptor: number
  readonly stats: Stats
  close(): void
}

/** Opens a file to read, and nothing but a file. @throws CityFileError */
export function openRegularFile(path: string): RegularFile {
  const descriptor = open(path)
  const stats = fstatSync(descriptor)
  const close = () => closeSync(descriptor)
  if (stats.isFile()) return { descriptor, stats, close }
  close()
  throw new CityFileError('is not a file')
}

function open(path: string): number {
  try {
    // Without O_NONBLOCK, a named pipe blocks until another process writes to it.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new CityFileError(`cannot be read (${code})`)
    const isLink = lstatSync(path, { throwIfNoEntry: false }) !== undefined
    throw new CityFileError(isLink ? 'is a link to a file that does not exist' : 'does not exist')
  }
}
