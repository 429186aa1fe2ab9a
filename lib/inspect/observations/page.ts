import { distanceMetres } from '@/lib/interface/geometry'
import { readNextCursor } from '@/lib/interface/next-cursor'
import { parsePosition, readPosition } from '@/lib/interface/position'
import type { JsonObject, Position } from '@/lib/interface/resources'
import { formOfCursor, formOfQuery, typeOf } from './forms'
import type { ObservedGaps } from './observed-gaps'
import { ofRow, recordAll } from './records'

/** Records a search's answer (§2.5); whether it is the last page, null where it is no page. */
export function recordPage(
  asked: URLSearchParams,
  page: JsonObject,
  observed: ObservedGaps,
): boolean | null {
  const { query, next_cursor, total, vehicles } = page
  if (!Array.isArray(vehicles)) return null
  recordAll(ofRow, vehicles, observed)
  const cursor = asked.get('cursor')
  const { end } = readNextCursor(page, vehicles.length, cursor)
  const isLast = end !== null
  if (isLast) observed.form('last_page', end)
  else observed.form('cursor_form', formOfCursor(next_cursor))
  if (
    !isLast &&
    cursor !== null &&
    typeof next_cursor !== 'object' &&
    String(next_cursor) === cursor
  )
    observed.form('last_page', 'rows, and the same cursor again')
  observed.form('total_form', typeof total === 'number' ? formOfTotal(total) : typeOf(total))
  observed.form('query_form', formOfQuery(query))
  for (const change of changesOf(asked, query)) observed.form('query_change', change)
  const limit = Number(asked.get('limit'))
  if (vehicles.length > limit) observed.form('query_change', 'limit: more vehicles than asked for')
  if (vehicles.length < limit && !isLast)
    observed.form('query_change', `limit: pages of ${vehicles.length} where more were asked for`)
  const order = orderOf(parsePosition(asked.get('position') ?? ''), vehicles)
  if (order !== null) observed.form('order', order)
  return isLast
}

function formOfTotal(total: number): string {
  if (!Number.isInteger(total) || total < 0) return 'no count'
  if (total < 100) return 'count below 100'
  return Number(total.toPrecision(2)) === total
    ? 'count of two digits and zeros'
    : 'count to the unit'
}

/** Parameters that the service applied in another way than requested. */
function changesOf(asked: URLSearchParams, query: unknown): string[] {
  if (typeof query !== 'string') return []
  const applied = new URLSearchParams(query.replace(/^\?/, ''))
  const changes: string[] = []
  for (const name of ['limit', 'radius']) {
    const [wanted, got] = [Number(asked.get(name)), Number(applied.get(name) ?? Number.NaN)]
    if (got < wanted) changes.push(`${name}: ${got} applied where more was asked for`)
    if (got > wanted) changes.push(`${name}: more applied than asked for`)
  }
  for (const name of ['position', 'type']) {
    const got = applied.get(name)
    if (got !== null && !isSame(got, asked.get(name) ?? ''))
      changes.push(`${name}: another than asked for`)
  }
  return changes.length > 0 ? changes : ['as asked for']
}

// 51.50 is 51.5.
function isSame(a: string, b: string): boolean {
  return (
    a === b ||
    (/[\d,]/.test(a) && String(a.split(',').map(Number)) === String(b.split(',').map(Number)))
  )
}

// Fewer vehicles may be in order by chance.
const FEWEST_FOR_AN_ORDER = 8
// More than the difference between two distance formulas.
const TOLERANCE_METRES = 1

function orderOf(from: Position | null, rows: readonly unknown[]): string | null {
  if (rows.length < FEWEST_FOR_AN_ORDER) return null
  let [isByDistance, isById] = [from !== null, true]
  let [lastMetres, lastId, placed] = [0, '', 0]
  for (const row of rows) {
    const { id, position } = (row ?? {}) as { id?: unknown; position?: unknown }
    isById &&= typeof id === 'string' && id >= lastId
    lastId = typeof id === 'string' ? id : lastId
    const place = readPosition(position)?.value
    if (!isByDistance || !place) continue
    const metres = distanceMetres(from as Position, place)
    isByDistance = metres >= lastMetres - TOLERANCE_METRES
    lastMetres = metres
    placed++
  }
  if (isByDistance && placed >= FEWEST_FOR_AN_ORDER)
    return isById ? 'nearest first, and by id' : 'nearest first'
  return isById ? 'by id' : 'neither by distance nor by id'
}
