import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { invalidParameter } from '@/lib/reference/answers'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { hash } from '@/lib/reference/hash'
import { presentSearchObject } from '@/lib/reference/present'
import { type Area, createSearch } from './search'
import { echoQuery, readSearchQuery } from './search-query'

const CURSOR_LIFETIME_MS = { '5-minutes': 300_000, '1-minute': 60_000, unlimited: Infinity }
/** Orders cached for further pages; only for speed, since a cursor alone determines its order. */
const KEPT_ORDERS = 8

/** Endpoint 1: a search response object (§2.5) for one page. */
export function createSearchPages(fleet: Fleet, answers: GapAnswers) {
  const search = createSearch(fleet, answers)
  const kept = new LRUCache<string, number[]>({ max: KEPT_ORDERS })

  function found(query: Area, scope: string, atMs: number): number[] {
    const name = `${atMs}\n${scope}`
    const order = kept.get(name) ?? search(query, atMs)
    kept.set(name, order)
    return order
  }

  return (params: URLSearchParams, nowMs: number): Record<string, unknown> => {
    const query = readSearchQuery(params, answers)
    const invalid = (message: string) => invalidParameter(answers, message)
    if (
      query.type !== null &&
      answers.unknownType === 'rejected' &&
      !fleet.types.includes(query.type)
    )
      throw invalid('type is not a vehicle type of this service')
    // Only the limit may change between pages.
    const { position, radius, type } = query
    const asked = JSON.stringify([position.lat, position.lng, radius, type])
    const scope = [fleet.fingerprint, answers.order, answers.offlinePosition, asked].join('\n')
    const start =
      query.cursor === null ? { atMs: nowMs, offset: 0 } : readCursor(query.cursor, scope)
    if (start === null) throw invalid('cursor is not one of this search')
    const ageMs = nowMs - start.atMs
    if (ageMs < 0 || ageMs > CURSOR_LIFETIME_MS[answers.cursorLifetime])
      throw invalid('cursor is expired')

    const foundMs = answers.pages === 'frozen' ? start.atMs : nowMs
    const sorted = found(query, scope, foundMs)
    const order = answers.pages === 'random' ? shuffled(sorted, foundMs, start.offset) : sorted
    const total = order.length
    const end = Math.min(start.offset + query.limit, total)
    const indices = order.slice(start.offset, end)
    if (answers.order === 'shuffled-pages') indices.sort((a, b) => hash(98, a) - hash(98, b))
    const vehicles = indices.map((index) =>
      presentSearchObject(fleet.record(index, foundMs), answers),
    )
    const page: Record<string, unknown> = {}
    if (answers.queryEcho !== 'absent') page.query = echoQuery(query, answers.queryEcho)
    if (end < total) page.next_cursor = writeCursor({ atMs: start.atMs, offset: end }, scope)
    else if (answers.lastCursor === 'empty') page.next_cursor = ''
    else if (answers.lastCursor === 'null') page.next_cursor = null
    if (answers.total === 'exact') page.total = total
    if (answers.total === 'rounded') page.total = Number(total.toPrecision(2))
    if (answers.total === 'low') page.total = Math.floor(total / 2)
    return { ...page, vehicles }
  }
}

/** In another order for each page of each moment. */
function shuffled(indices: readonly number[], atMs: number, offset: number): number[] {
  const seed = hash(atMs, offset)
  return [...indices].sort((a, b) => hash(seed, a) - hash(seed, b) || a - b)
}

/** Start of a page: `offset` vehicles into the order at `atMs`. */
type PageStart = { atMs: number; offset: number }

/**
 * A cursor holds the instant of the first page, so that all pages share one order while vehicles
 * move, without state here. Its digest binds it to query and fleet.
 */
function writeCursor(start: PageStart, query: string): string {
  const body = `${start.atMs.toString(36)}.${start.offset.toString(36)}`
  return Buffer.from(`${body}.${digest(body, query)}`).toString('base64url')
}

/** @returns null for a cursor that is malformed or belongs to another query */
function readCursor(cursor: string, query: string): PageStart | null {
  const [at = '', offset = '', given] = Buffer.from(cursor, 'base64url')
    .toString('latin1')
    .split('.')
  if (given !== digest(`${at}.${offset}`, query)) return null
  const start = { atMs: Number.parseInt(at, 36), offset: Number.parseInt(offset, 36) }
  // Several base64 spellings decode alike: accept only the canonical one.
  return writeCursor(start, query) === cursor ? start : null
}

function digest(body: string, query: string): string {
  return createHash('sha256').update(`${body}\n${query}`).digest('base64url').slice(0, 16)
}
