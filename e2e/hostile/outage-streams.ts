import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Changes, LiveProgress, LiveVehicle } from '@/lib/api/contract/live'
import type { ProblemKind } from '@/lib/api/contract/problems'
import { applyTo } from '@/lib/testing/live-browser'

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
  let slots: (LiveVehicle | undefined)[] = []
  const reader = { vehicles, failure: null as ProblemKind | null, events: 0, isOpen: true }
  const read = async () => {
    const response = await fetch(address, { signal })
    const events = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events ?? []) {
      if (event === 'time') continue
      if (event === 'changes') {
        const changes: Changes = JSON.parse(data)
        if (changes.after === null) slots = []
        applyTo(slots, changes)
        vehicles.clear()
        for (const record of slots) if (record) vehicles.add(record.id)
        reader.failure = changes.meta.failure?.kind ?? null
      } else {
        const progress: LiveProgress = JSON.parse(data)
        for (const { id } of progress.vehicles) vehicles.add(id)
        reader.failure = progress.failure?.kind ?? null
      }
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
