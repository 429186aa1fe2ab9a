import type { Steps } from '@/lib/browser/time-slicing'
import type { AreaSearch, LiveDelta, LiveVehicle } from '@/lib/contract/live'
import type { ListChanges, ListDifference } from '@/lib/contract/recording-frames'
import { AreaView } from '@/lib/live-client/area-view'
import { ListHolder } from '@/lib/live-client/replay/held-list'
import { readRecorded } from '@/lib/live-client/replay/recorded-events'
import { RecordedView } from '@/lib/live-client/replay/recorded-view'
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

/** An area as the live map and as a replay has it, after the same whole list. */
export function createViews(
  epoch: string,
  atMs: number,
  vehicles: readonly LiveVehicle[],
  meta = liveMeta(),
) {
  const [live, recorded] = [new AreaView(), new RecordedView()]
  for (const area of [live, recorded.area]) {
    const data = { epoch, part: 0, parts: 1, meta, vehicles: structuredClone(vehicles) }
    finish(area.apply({ name: 'snapshot', id: null, data, arrivedAtMs: atMs }))
  }
  return {
    live,
    recorded: recorded.area,
    applyDelta: (data: LiveDelta, arrivedAtMs: number) =>
      finish(live.apply({ name: 'delta', id: null, data, arrivedAtMs })),
    applyChanges: (changes: ListChanges) => finish(recorded.apply(changes)),
  }
}

export type ShownArea = NonNullable<ReturnType<AreaView['toArea']>>

function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
