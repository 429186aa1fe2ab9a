import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian has servers in folders of root's PATH, and PostgreSQL in folders by version, newest first here.
const FOLDERS = [
  ...Array.from({ length: 10 }, (_, index) => `/usr/lib/postgresql/${22 - index}/bin`),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
]

/** @returns the path of a program, null when it is not installed */
export function findCommand(
  command: string,
  path: string | undefined = process.env.PATH,
  exists: (path: string) => boolean = existsSync,
): string | null {
  const folders = [...(path ?? '').split(delimiter).filter(Boolean), ...FOLDERS]
  return folders.map((folder) => join(folder, command)).find(exists) ?? null
}
