import type { Steps } from '@/lib/browser/time-slicing'
import type { AreaSearch, LiveVehicle } from '@/lib/contract/live'
import type { ListChanges, ListDifference } from '@/lib/contract/recording-frames'
import { ListHolder } from '@/lib/live-client/replay/held-list'
import { readRecorded } from '@/lib/live-client/replay/recorded-events'
import { RecordedView } from '@/lib/live-client/replay/recorded-view'
import { listed } from '@/lib/testing/live-client'
import { liveMeta } from '@/lib/testing/vehicles'

/** The page's reading of whole lists. */
export function createListReader() {
  const lists = new ListHolder()
  return {
    hold(place: string, vehicles: readonly LiveVehicle[]): void {
      lists.held = { place, vehicles }
    },
    held: () => lists.held,
    apply: (difference: ListDifference) => lists.apply(lists.held, difference).vehicles,
    /** @returns the list at an instant, as the answer of `fetch` has it */
    async jump(search: AreaSearch, atMs: number, fetch: typeof globalThis.fetch): Promise<LiveVehicle[]> {
      const vehicles: LiveVehicle[] = []
      const options = { from: { atMs, start: null }, toMs: atMs, signal: AbortSignal.timeout(60_000) }
      for await (const event of readRecorded(search, { ...options, lists, fetch }))
        if (event.name === 'snapshot') vehicles.push(...event.data.vehicles)
      return vehicles
    },
  }
}

/** The page's playing of a recording: a whole list, then its changes. */
export function createPlayedList(epoch: string, vehicles: readonly LiveVehicle[]) {
  const view = new RecordedView()
  const data = { epoch, part: 0, parts: 1, vehicles, meta: liveMeta() }
  finish(view.area.apply({ name: 'snapshot', id: null, data, arrivedAtMs: 0 }))
  return {
    apply: (changes: ListChanges) => finish(view.apply(changes)),
    list: () => listed(view.area.toArea()),
  }
}

function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
