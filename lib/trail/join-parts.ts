import type { TrailPart, TrailPoint } from '@/lib/contract/recording-questions'

/** Parts of a trail, of which the second answer begins with the list that the first ended at. */
export function joinParts(one: readonly TrailPart[], other: readonly TrailPart[]): TrailPart[] {
  const [last, next] = [one.at(-1), other[0]]
  if (!last || !next) return [...one, ...other]
  const rest = other.slice(1)
  if (last.kind === 'points' && next.kind === 'points')
    return [...one.slice(0, -1), { kind: 'points', points: joinPoints(last.points, next.points) }, ...rest]
  const isSame = last.kind === 'break' && next.kind === 'break' && last.reason === next.reason
  if (isSame && last.problem === next.problem)
    return [...one.slice(0, -1), { ...last, toMs: next.toMs }, ...rest]
  return [...one, ...other]
}

/** Of the two that meet, one where it is the same position. */
export function joinPoints(one: readonly TrailPoint[], other: readonly TrailPoint[]): TrailPoint[] {
  const [last, next] = [one.at(-1), other[0]]
  if (!last || !next || last.lat !== next.lat || last.lng !== next.lng || last.status !== next.status)
    return [...one, ...other]
  const { lastMs, lastReportedAt } = next
  return [...one.slice(0, -1), { ...last, lastMs, lastReportedAt }, ...other.slice(1)]
}

/** Lists come more often; the newest one may be as old. */
const LONGEST_INTERVAL_MS = 90_000

/** With breaks where nothing is recorded at the beginning or the end of the span, or of all of it. */
export function withinSpan(
  parts: readonly TrailPart[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): TrailPart[] {
  const [first, last] = [parts[0], parts.at(-1)]
  const unknown = { kind: 'break', reason: 'unknown', problem: null } as const
  if (!first || !last) return [{ ...unknown, fromMs, toMs }]
  const beginMs = first.kind === 'break' ? first.fromMs : (first.points[0]?.atMs ?? fromMs)
  const endMs = last.kind === 'break' ? last.toMs : (last.points.at(-1)?.lastMs ?? toMs)
  return [
    ...(beginMs - fromMs > LONGEST_INTERVAL_MS ? [{ ...unknown, fromMs, toMs: beginMs }] : []),
    ...parts,
    ...(toMs - endMs > LONGEST_INTERVAL_MS ? [{ ...unknown, fromMs: endMs, toMs }] : []),
  ]
}
