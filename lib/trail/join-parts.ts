import type { TrailPart, TrailPoint } from '@/lib/contract/recording'

/** Parts of a trail, of which the second answer begins with the list that the first ended at. */
export function joinParts(one: readonly TrailPart[], other: readonly TrailPart[]): TrailPart[] {
  const [last, next] = [one.at(-1), other[0]]
  if (!last || !next) return [...one, ...other]
  const rest = other.slice(1)
  if (last.kind === 'points' && next.kind === 'points')
    return [...one.slice(0, -1), { kind: 'points', points: joinPoints(last.points, next.points) }, ...rest]
  if (last.kind === 'break' && next.kind === 'break' && last.reason === next.reason)
    return [...one.slice(0, -1), { ...last, toMs: next.toMs }, ...rest]
  return [...one, ...other]
}

function joinPoints(one: readonly TrailPoint[], other: readonly TrailPoint[]): TrailPoint[] {
  const [last, next] = [one.at(-1), other[0]]
  if (!last || !next || last.lat !== next.lat || last.lng !== next.lng || last.status !== next.status)
    return [...one, ...other]
  const { lastMs, lastReportedAt } = next
  return [...one.slice(0, -1), { ...last, lastMs, lastReportedAt }, ...other.slice(1)]
}
