import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { invalidParameter } from '@/lib/reference/answers'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { hash } from '@/lib/reference/hash'
import { presentSearchObject } from '@/lib/reference/present'
import { type Area, createSearch } from './search'
import { echoQuery, readSearchQuery } from './search-query'

const CURSOR_LIFETIME_MS: Readonly<Record<GapAnswers['cursorLifetime'], number>> = {
  '5-minutes': 300_000,
  '1-minute': 60_000,
  unlimited: Number.POSITIVE_INFINITY,
}
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
    const lifetimeMs = CURSOR_LIFETIME_MS[answers.cursorLifetime]
    const isAlive = ageMs >= 0 && ageMs <= lifetimeMs
    if (!isAlive) throw invalidParameter(answers, 'cursor is expired')
    return start
  }

  /** Rejects a type that no vehicle has, where the gap options say so. */
  function checkType(type: string | null): void {
    if (type === null) return
    if (fleet.types.includes(type)) return
    if (answers.unknownType !== 'rejected') return
    throw invalidParameter(answers, 'type is not a vehicle type of this service')
  }

  /** All that may not change between pages: only the limit may. */
  function scopeOf({ position, radius, type }: Area): string {
    const asked = JSON.stringify([position.lat, position.lng, radius, type])
    const parts = [fleet.fingerprint, answers.order, answers.offlinePosition, asked]
    return parts.join('\n')
  }

  return (params: URLSearchParams, nowMs: number): Record<string, unknown> => {
    const query = readSearchQuery(params, answers)
    checkType(query.type)
    const scope = scopeOf(query)
    const start = startOf(query.cursor, scope, nowMs)

    const isFrozen = answers.pages === 'frozen'
    const foundMs = isFrozen ? start.atMs : nowMs
    const sorted = found(query, scope, foundMs)
    const isRandom = answers.pages === 'random'
    const order = isRandom ? shuffled(sorted, foundMs, start.offset) : sorted
    const total = order.length
    const end = Math.min(start.offset + query.limit, total)
    const indices = order.slice(start.offset, end)
    if (answers.order === 'shuffled-pages') {
      indices.sort((a, b) => hash(98, a) - hash(98, b))
    }

    const page: Record<string, unknown> = {}
    if (answers.queryEcho !== 'absent') page.query = echoQuery(query, answers.queryEcho)
    if (end < total) {
      const next = { atMs: start.atMs, offset: end }
      page.next_cursor = writeCursor(next, scope)
    } else if (answers.lastCursor === 'empty') {
      page.next_cursor = ''
    } else if (answers.lastCursor === 'null') {
      page.next_cursor = null
    }
    if (answers.total !== 'absent') page.total = totalAs(answers.total, total)
    page.vehicles = indices.map((index) => {
      const vehicle = fleet.record(index, foundMs)
      return presentSearchObject(vehicle, answers)
    })
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
  return indices.toSorted((a, b) => hash(seed, a) - hash(seed, b) || a - b)
}

/** Start of a page: `offset` vehicles into the order at `atMs`. */
interface PageStart {
  readonly atMs: number
  readonly offset: number
}

/**
 * A cursor holds the instant of the first page, so that all pages share one order while vehicles
 * move, without state here. Its digest binds it to query and fleet.
 */
function writeCursor(start: PageStart, query: string): string {
  const at = start.atMs.toString(36)
  const offset = start.offset.toString(36)
  const body = `${at}.${offset}`
  const signed = `${body}.${digest(body, query)}`
  return Buffer.from(signed).toString('base64url')
}

/** @returns null for a cursor that is malformed or belongs to another query */
function readCursor(cursor: string, query: string): PageStart | null {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.toString('latin1')
  const [at = '', offset = '', given] = text.split('.')
  if (given !== digest(`${at}.${offset}`, query)) return null
  const start: PageStart = {
    atMs: Number.parseInt(at, 36),
    offset: Number.parseInt(offset, 36),
  }
  // Several base64 spellings decode alike: accept only the canonical one.
  const isCanonical = writeCursor(start, query) === cursor
  return isCanonical ? start : null
}

function digest(body: string, query: string): string {
  const sha256 = createHash('sha256')
  sha256.update(`${body}\n${query}`)
  return sha256.digest('base64url').slice(0, 16)
}
