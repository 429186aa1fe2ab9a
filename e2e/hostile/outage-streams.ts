import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { LiveDelta, LiveProgress, LiveSnapshotPart } from '@/lib/contract/live'
import type { ProblemKind } from '@/lib/contract/problems'

/** A client of one live map. */
export interface LiveReader {
  /** Ids of the vehicles in its list. */
  readonly vehicles: ReadonlySet<string>
  /** The failure named by the newest event. */
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
      const message = JSON.parse(data) as LiveProgress & LiveSnapshotPart & LiveDelta
      if (event === 'snapshot' && message.part === 0) vehicles.clear()
      for (const { id } of message.vehicles ?? message.upserts) vehicles.add(id)
      for (const id of message.removed ?? []) vehicles.delete(id)
      reader.failure = (event === 'progress' ? message : message.meta).failure?.kind ?? null
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
