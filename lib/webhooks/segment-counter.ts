import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const NEWLINE = 0x0a

/**
 * Counts the lines in the segments of other processes.
 * @param folder of all spools
 * @param own the one that is left out
 */
export function createSegmentCounter(folder: string, own: string): () => Promise<number> {
  /** Lines by path and time of the last write: a segment that has ended is read once. */
  let known = new Map<string, number>()
  let counting: Promise<number> | null = null

  async function linesOf(path: string): Promise<readonly [key: string, lines: number] | null> {
    try {
      const key = `${path} ${(await stat(path)).mtimeMs}`
      return [key, known.get(key) ?? countLines(await readFile(path))]
    } catch {
      // Stored and removed meanwhile.
      return null
    }
  }

  async function count(): Promise<number> {
    const counted = new Map<string, number>()
    for (const spool of await readdir(folder)) {
      const path = join(folder, spool)
      if (path === own) continue
      const names = await readdir(path).catch(() => [])
      for (const name of names) {
        const lines = name.endsWith('.segment') ? await linesOf(join(path, name)) : null
        if (lines) counted.set(...lines)
      }
    }
    known = counted
    return [...counted.values()].reduce((sum, lines) => sum + lines, 0)
  }

  return () => {
    counting ??= count().finally(() => {
      counting = null
    })
    return counting
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++
  return lines
}
