import type { AreaSearch, LiveDelta, LiveVehicle } from '@/lib/contract/live'
import type { ListChanges, ListDifference } from '@/lib/contract/recording-frames'
import { AreaView } from '@/lib/live-client/area-view'
import { readRecorded } from '@/lib/live-client/replay/recorded-events'
import { type HeldList, RecordedView } from '@/lib/live-client/replay/recorded-view'
import type { Steps } from '@/lib/scheduling/steps'
import { liveMeta } from '@/lib/testing/vehicles'

/** The page's reading of whole lists. */
export function createListReader() {
  let held: HeldList | null = null

  /** @returns the vehicles, in the order of the list */
  function hold(view: RecordedView, place: string): LiveVehicle[] {
    const { columns, slots } = view.held(place)
    held = { place, columns, slots }
    return slots.map((slot) => columns.records[slot] as LiveVehicle)
  }

  function open(difference: ListDifference): RecordedView {
    const view = new RecordedView()
    finish(view.begin(held, difference))
    return view
  }

  const apply = (difference: ListDifference) => hold(open(difference), difference.place)

  return {
    hold(place: string, vehicles: readonly LiveVehicle[]): void {
      const view = new RecordedView()
      finish(view.applyPart(snapshotOf(vehicles, 0)))
      hold(view, place)
    },
    open,
    apply,
    /** @returns the list at an instant, as the answer of `fetch` has it */
    async jump(search: AreaSearch, atMs: number, fetch: typeof globalThis.fetch): Promise<LiveVehicle[]> {
      const signal = AbortSignal.timeout(60_000)
      const options = { from: { atMs, start: null }, toMs: atMs, signal, have: held?.place ?? null, fetch }
      const view = new RecordedView()
      let vehicles: LiveVehicle[] = []
      for await (const event of readRecorded(search, options))
        if (event.name === 'difference') vehicles = apply(event.data)
        else if (event.name === 'snapshot' && finish(view.applyPart(event)))
          vehicles = hold(view, event.data.place)
      return vehicles
    },
  }
}

/** An area as the live map and as a replay has it, after the same whole list. @param jumped the replay's, if it is there */
export function createViews(
  epoch: string,
  atMs: number,
  vehicles: readonly LiveVehicle[],
  meta = liveMeta(),
  jumped: RecordedView | null = null,
) {
  const [live, recorded] = [new AreaView(), jumped ?? new RecordedView()]
  for (const area of jumped ? [live] : [live, recorded.area])
    finish(area.apply(snapshotOf(structuredClone(vehicles), atMs, epoch, meta)))
  return {
    live,
    recorded: recorded.area,
    applyDelta: (data: LiveDelta, arrivedAtMs: number) =>
      finish(live.apply({ name: 'delta', id: null, data, arrivedAtMs })),
    applyChanges: (changes: ListChanges) => finish(recorded.apply(changes)),
  }
}

export type ShownArea = NonNullable<ReturnType<AreaView['toArea']>>

function snapshotOf(vehicles: readonly LiveVehicle[], atMs: number, epoch = 'e', meta = liveMeta()) {
  const data = { epoch, part: 0, parts: 1, meta, vehicles }
  return { name: 'snapshot', id: null, data, arrivedAtMs: atMs } as const
}

function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
