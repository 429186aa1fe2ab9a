import { distanceMetres } from '@/lib/interface/geometry'
import { readNextCursor } from '@/lib/interface/next-cursor'
import { parsePosition, readPosition } from '@/lib/interface/position'
import type { JsonObject, Position } from '@/lib/interface/resources'
import { formOfCursor, formOfQuery, typeOf } from './forms'
import type { GapRecorder } from './observed-gaps'
import { recordAll, rowRules } from './records'

/**
 * Records a search's answer (§2.5).
 * @param sent query of the request
 * @returns whether it is the last page, null where it is no page
 */
export function recordPage(
  sent: URLSearchParams,
  page: JsonObject,
  observed: GapRecorder,
): boolean | null {
  const { query, total, vehicles } = page
  if (!Array.isArray(vehicles)) return null
  recordAll(rowRules, vehicles, observed)
  const sentCursor = sent.get('cursor')
  const { end } = readNextCursor(page, vehicles.length, sentCursor)
  const isLast = end !== null
  if (isLast) observed.form('last_page', end)
  else recordCursor(page.next_cursor, sentCursor, observed)

  observed.form('total_form', formOfTotal(total))
  observed.form('query_form', formOfQuery(query))
  for (const change of queryChanges(sent, query)) {
    observed.form('query_change', change)
  }

  const count = vehicles.length
  const limit = Number(sent.get('limit'))
  if (count > limit) observed.form('query_change', 'limit: more vehicles than asked for')
  const isShort = count < limit && !isLast
  if (isShort) {
    observed.form('query_change', `limit: pages of ${count} where more were asked for`)
  }

  const from = parsePosition(sent.get('position') ?? '')
  const order = orderOf(from, vehicles)
  if (order !== null) observed.form('order', order)
  return isLast
}

function recordCursor(next: unknown, sent: string | null, observed: GapRecorder): void {
  observed.form('cursor_form', formOfCursor(next))
  const isCursor = sent !== null && typeof next !== 'object'
  const isRepeated = isCursor && String(next) === sent
  if (isRepeated) observed.form('last_page', 'rows, and the same cursor again')
}

function formOfTotal(total: unknown): string {
  if (typeof total !== 'number') return typeOf(total)
  const isCount = Number.isInteger(total) && total >= 0
  if (!isCount) return 'no count'
  if (total < 100) return 'count below 100'
  const isRounded = Number(total.toPrecision(2)) === total
  return isRounded ? 'count of two digits and zeros' : 'count to the unit'
}

/** Parameters that the service applied in another way than requested. */
function queryChanges(sent: URLSearchParams, query: unknown): string[] {
  if (typeof query !== 'string') return []
  const applied = new URLSearchParams(query.replace(/^\?/, ''))
  const changes: string[] = []
  for (const name of ['limit', 'radius']) {
    const sentValue = Number(sent.get(name))
    const appliedValue = Number(applied.get(name) ?? Number.NaN)
    if (appliedValue < sentValue) {
      changes.push(`${name}: ${appliedValue} applied where more was asked for`)
    }
    if (appliedValue > sentValue) {
      changes.push(`${name}: more applied than asked for`)
    }
  }
  for (const name of ['position', 'type']) {
    const appliedValue = applied.get(name)
    if (appliedValue === null) continue
    const sentValue = sent.get(name) ?? ''
    if (isSame(appliedValue, sentValue)) continue
    changes.push(`${name}: another than asked for`)
  }
  return changes.length > 0 ? changes : ['as asked for']
}

// 51.50 is 51.5.
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const hasNumbers = /[\d,]/.test(a)
  return hasNumbers && numbersIn(a) === numbersIn(b)
}

function numbersIn(text: string): string {
  const numbers = text.split(',').map(Number)
  return String(numbers)
}

// Fewer vehicles may be in order by chance.
const FEWEST_FOR_AN_ORDER = 8
// More than the difference between two distance formulas.
const TOLERANCE_METRES = 1

function orderOf(from: Position | null, rows: readonly unknown[]): string | null {
  if (rows.length < FEWEST_FOR_AN_ORDER) return null
  const isById = isSortedById(rows)
  const isByDistance = from !== null && isNearestFirst(from, rows)
  if (isByDistance) {
    return isById ? 'nearest first, and by id' : 'nearest first'
  }
  return isById ? 'by id' : 'neither by distance nor by id'
}

interface Row {
  readonly id?: unknown
  readonly position?: unknown
}

function rowOf(value: unknown): Row {
  return value ?? {}
}

function isSortedById(rows: readonly unknown[]): boolean {
  let lastId = ''
  for (const row of rows) {
    const { id } = rowOf(row)
    if (typeof id !== 'string' || id < lastId) return false
    lastId = id
  }
  return true
}

function isNearestFirst(from: Position, rows: readonly unknown[]): boolean {
  let lastMetres = 0
  let placed = 0
  for (const row of rows) {
    const given = rowOf(row).position
    const position = readPosition(given)?.value
    if (!position) continue
    const metres = distanceMetres(from, position)
    if (metres < lastMetres - TOLERANCE_METRES) return false
    lastMetres = metres
    placed++
  }
  return placed >= FEWEST_FOR_AN_ORDER
}
