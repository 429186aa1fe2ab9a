import { createHash } from 'node:crypto'

/** Where a page begins: `offset` vehicles into the order as it was at `atMs`. */
export interface PageStart {
  atMs: number
  offset: number
}

/**
 * A cursor carries the instant of the first page, so that every page is cut from one order while the vehicles go on
 * moving, and needs no memory here. The digest ties it to its query and fleet: it cannot be used for another search.
 */
export function writeCursor(start: PageStart, query: string): string {
  const body = `${start.atMs.toString(36)}.${start.offset.toString(36)}`
  return Buffer.from(`${body}.${digest(body, query)}`).toString('base64url')
}

/** @returns null for a cursor that is malformed or belongs to another query */
export function readCursor(cursor: string, query: string): PageStart | null {
  const [at = '', offset = '', given] = Buffer.from(cursor, 'base64url').toString('latin1').split('.')
  if (given !== digest(`${at}.${offset}`, query)) return null
  const start = { atMs: Number.parseInt(at, 36), offset: Number.parseInt(offset, 36) }
  // Base64 has spellings that decode alike; only the one given out is taken back.
  return writeCursor(start, query) === cursor ? start : null
}

function digest(body: string, query: string): string {
  return createHash('sha256').update(`${body}\n${query}`).digest('base64url').slice(0, 16)
}
