import { createHash } from 'node:crypto'

/** Start of a page: `offset` vehicles into the order at `atMs`. */
export interface PageStart {
  atMs: number
  offset: number
}

/**
 * A cursor holds the instant of the first page, so that all pages share one order while vehicles move, without state
 * here. Its digest binds it to query and fleet.
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
  // Several base64 spellings decode alike: accept only the canonical one.
  return writeCursor(start, query) === cursor ? start : null
}

function digest(body: string, query: string): string {
  return createHash('sha256').update(`${body}\n${query}`).digest('base64url').slice(0, 16)
}
