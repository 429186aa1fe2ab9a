import type { TrailPoint } from '@/lib/api/contract/recording-questions'
import type { Position } from '@/lib/interface/resources'
import type { Trail } from './legs'

/** A vehicle's trail and the names under which it is exported. */
export interface Track {
  readonly id: string
  readonly ourRef: string | null
  readonly licencePlate: string | null
  readonly trail: Trail
}

export interface TrackPoint extends Position {
  readonly atMs: number
}

/** A position of this time is written twice, as of its first and its last list; one of a moving vehicle once. */
const STANDING_MS = 30_000

/** Its points with their times, as lines of other programs have them. */
export function trackPoints(points: readonly TrailPoint[]): TrackPoint[] {
  return points.flatMap(({ lat, lng, atMs, lastMs }, n) => {
    const isTwice = lastMs - atMs >= STANDING_MS || (points.length === 1 && lastMs > atMs)
    const first = { lat, lng, atMs }
    // The end of a piece is when it was last seen.
    if (isTwice || (n === points.length - 1 && lastMs > atMs)) return [first, { lat, lng, atMs: lastMs }]
    return [first]
  })
}

/** Time in UTC, as ISO 8601 has it: whole seconds without a fraction. */
export function utc(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

export function trackName({ id, ourRef, licencePlate }: Omit<Track, 'trail'>): string {
  return ourRef ?? licencePlate ?? id
}

/** "kerbside-KB-1205-20261121T160400Z-20261121T170400Z.csv": reference and span, as any file system takes them. */
export function exportName(
  reference: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  ending: string,
): string {
  const safe = reference.replaceAll(/[^\p{L}\p{N}.,_-]+/gu, '-').replaceAll(/^[.,-]+|[.,-]+$/g, '')
  const names = ['kerbside', [...safe].slice(0, 60).join(''), stamp(fromMs), stamp(toMs)]
  return `${names.filter(Boolean).join('-')}.${ending}`
}

const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
