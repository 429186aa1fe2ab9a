import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { LiveDelta, LiveProgress, LiveSnapshotPart } from '@/lib/contract/live'
import type { ProblemKind } from '@/lib/contract/problems'

/** One open live map, and what it is told. */
export interface LiveReader {
  /** Vehicles it has been told of, less those it was told are gone. */
  readonly vehicles: ReadonlySet<string>
  /** The failure that the newest event names. */
  readonly failure: ProblemKind | null
  readonly events: number
  readonly isOpen: boolean
}

/** @param signal ends it */
export function openLiveReader(address: string, signal: AbortSignal): LiveReader {
  const vehicles = new Set<string>()
  const reader = { vehicles, failure: null as ProblemKind | null, events: 0, isOpen: true }
  const read = async () => {
    const response = await fetch(address, { signal })
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events ?? []) {
      if (event === 'time') continue
      const told = JSON.parse(data) as LiveProgress & LiveSnapshotPart & LiveDelta
      if (event === 'snapshot' && told.part === 0) vehicles.clear()
      for (const { id } of told.vehicles ?? told.upserts) vehicles.add(id)
      for (const id of told.removed ?? []) vehicles.delete(id)
      reader.failure = (event === 'progress' ? told : told.meta).failure?.kind ?? null
      reader.events++
    }
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      reader.isOpen = false
    })
  return reader
}
