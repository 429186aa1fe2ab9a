import type { LiveMeta, LiveVehicle } from '@/lib/contract/live'
import type { ProblemKind } from '@/lib/contract/problems'

/** Counts of a list for the timeline. */
export interface ListNote {
  readonly byStatus: Readonly<Record<string, number>>
  /** Why the service did not answer; null where it did. */
  readonly problem: ProblemKind | null
  /** Pages that were read for it. */
  readonly pages?: number | undefined
  /** Of a key: why the lists before it were not stored. */
  readonly lost?: 'disk-full' | 'store'
}

export interface EndNote {
  /** Why the stream ended. */
  readonly end: string
}

export type Note = ListNote | EndNote

export function noteOf(vehicles: Iterable<Pick<LiveVehicle, 'status'>>, meta: LiveMeta): ListNote {
  const counts = new Map<string, number>()
  for (const { status } of vehicles) counts.set(status ?? '', (counts.get(status ?? '') ?? 0) + 1)
  const { failure, pages } = meta
  return { byStatus: Object.fromEntries(counts), problem: failure?.kind ?? null, pages }
}
