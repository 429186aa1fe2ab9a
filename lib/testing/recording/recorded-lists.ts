import type { AreaSearch, LiveVehicle } from '@/lib/contract/live'
import type { ListDifference } from '@/lib/contract/recording-frames'
import { ListHolder } from '@/lib/live-client/replay/held-list'
import { readRecorded } from '@/lib/live-client/replay/recorded-events'

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
