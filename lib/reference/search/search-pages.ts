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

  /** @throws RequestFault for a cursor of another search, or an expired one */
  function startOf(cursor: string | null, scope: string, nowMs: number): PageStart {
    if (cursor === null) return { atMs: nowMs, offset: 0 }
    const start = readCursor(cursor, scope)
    if (start === null) throw invalidParameter(answers, 'cursor is not one of this search')
    const ageMs = nowMs - start.atMs
    const isExpired = ageMs > CURSOR_LIFETIME_MS[answers.cursorLifetime]
    if (ageMs < 0 || isExpired) throw invalidParameter(answers, 'cursor is expired')
    return start
  }

  return (params: URLSearchParams, nowMs: number): Record<string, unknown> => {
    const query = readSearchQuery(params, answers)
    const { position, radius, type } = query
    const isTypeKnown = type === null || fleet.types.includes(type)
    if (!isTypeKnown && answers.unknownType === 'rejected')
      throw invalidParameter(answers, 'type is not a vehicle type of this service')

    // Only the limit may change between pages.
    const asked = JSON.stringify([position.lat, position.lng, radius, type])
    const scope = [fleet.fingerprint, answers.order, answers.offlinePosition, asked].join('\n')
    const start = startOf(query.cursor, scope, nowMs)

    const foundMs = answers.pages === 'frozen' ? start.atMs : nowMs
    const sorted = found(query, scope, foundMs)
    const order = answers.pages === 'random' ? shuffled(sorted, foundMs, start.offset) : sorted
    const end = Math.min(start.offset + query.limit, order.length)
    const indices = order.slice(start.offset, end)
    if (answers.order === 'shuffled-pages') indices.sort((a, b) => hash(98, a) - hash(98, b))

    const page: Record<string, unknown> = {}
    if (answers.queryEcho !== 'absent') page.query = echoQuery(query, answers.queryEcho)
    if (end < order.length) page.next_cursor = writeCursor({ atMs: start.atMs, offset: end }, scope)
    else if (answers.lastCursor === 'empty') page.next_cursor = ''
    else if (answers.lastCursor === 'null') page.next_cursor = null
    if (answers.total !== 'absent') page.total = totalAs(answers.total, order.length)
    page.vehicles = indices.map((index) =>
      presentSearchObject(fleet.record(index, foundMs), answers),
    )
    return page
  }
}

function totalAs(form: Exclude<GapAnswers['total'], 'absent'>, total: number): number {
  if (form === 'rounded') return Number(total.toPrecision(2))
  if (form === 'low') return Math.floor(total / 2)
  return total
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
