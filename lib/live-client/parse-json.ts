import { yieldToEventLoop } from '@/lib/api/timers'

// About 4 ms of parsing on a slow machine; a quarter of a million characters are some 2,000 changed vehicles.
const PIECE_LENGTH = 250_000

// As the server writes a delta. Each mark has a word after an unescaped quote, and so can be no part of a text.
const BEFORE_UPSERTS = '"upserts":['
const BETWEEN_UPSERTS = '},{"id":'
const AFTER_UPSERTS = '}],"removed":'

/**
 * JSON.parse that leaves the browser time to draw: the `upserts` of a large delta, 10 MB when a whole city moves,
 * are parsed a piece a task. Where its marks are not found, less is cut.
 * @throws SyntaxError
 */
export async function parseInTasks(text: string): Promise<unknown> {
  if (text.length <= PIECE_LENGTH) return JSON.parse(text)
  const from = text.indexOf(BEFORE_UPSERTS) + BEFORE_UPSERTS.length
  const to = text.indexOf(AFTER_UPSERTS, from) + 1
  if (from < BEFORE_UPSERTS.length || to === 0 || text[from] !== '{') return JSON.parse(text)
  const rest = JSON.parse(text.slice(0, from) + text.slice(to))
  const upserts: unknown[] = []
  for (let at = from; at < to; ) {
    const mark = at + PIECE_LENGTH < to ? text.indexOf(BETWEEN_UPSERTS, at + PIECE_LENGTH) : -1
    const end = mark === -1 || mark >= to ? to : mark + 1
    await yieldToEventLoop()
    for (const upsert of JSON.parse(`[${text.slice(at, end)}]`)) upserts.push(upsert)
    at = end + 1
  }
  return { ...rest, upserts }
}
