import type { CircleVisit, CircleVisitor } from './recording-questions'

/** Visitors of a circle as several areas, or spans one after the other, have them, by their first times. */
export function joinVisitors(lists: readonly (readonly CircleVisitor[])[]): CircleVisitor[] {
  const byId = new Map<string, CircleVisitor>()
  for (const visitor of lists.flat()) {
    const known = byId.get(visitor.id)
    byId.set(visitor.id, known ? joinVisitor(known, visitor) : visitor)
  }
  return [...byId.values()].sort((a, b) => firstMs(a) - firstMs(b))
}

const firstMs = ({ visits }: CircleVisitor) => visits[0]?.firstMs ?? 0

function joinVisitor(one: CircleVisitor, other: CircleVisitor): CircleVisitor {
  const sorted = [...one.visits, ...other.visits].sort((a, b) => a.firstMs - b.firstMs)
  const visits: CircleVisit[] = []
  for (const visit of sorted) {
    const last = visits.at(-1)
    if (last && visit.firstMs <= last.lastMs) visits[visits.length - 1] = joinVisit(last, visit)
    else visits.push(visit)
  }
  const statuses = [...one.statuses]
  for (const status of other.statuses) if (!statuses.includes(status)) statuses.push(status)
  return { id: one.id, directory: other.directory ?? one.directory, visits, statuses }
}

/** Of two that overlap, the knowledge of both. @param one begins first */
function joinVisit(one: CircleVisit, other: CircleVisit): CircleVisit {
  // Seen inside says more than a straight line.
  if (one.isPassing !== other.isPassing) return one.isPassing ? other : one
  const last = other.lastMs > one.lastMs ? other : one
  const isSameBegin = one.firstMs === other.firstMs
  return {
    firstMs: one.firstMs,
    lastMs: last.lastMs,
    isBeginKnown: one.isBeginKnown || (isSameBegin && other.isBeginKnown),
    isEndKnown: last.isEndKnown || (one.lastMs === other.lastMs && one.isEndKnown),
    isPassing: one.isPassing,
  }
}
