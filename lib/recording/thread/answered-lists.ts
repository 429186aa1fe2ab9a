import { LRUCache } from 'lru-cache'
import type { Slots } from '@/lib/recording/codec/slots'

/** A list without empty slots, and where it stands in its recording. */
export interface PlacedList {
  readonly place: string
  readonly list: Slots
}

/** One of 20,000 vehicles takes 2 MB; each replay that is open holds one. */
const LISTS_MAXIMUM = 16

/** The whole lists that were answered last. */
export class AnsweredLists {
  readonly #lists = new LRUCache<string, PlacedList>({ max: LISTS_MAXIMUM })

  get(place: string): PlacedList | null {
    return this.#lists.get(place) ?? null
  }

  add(list: PlacedList): void {
    this.#lists.set(list.place, list)
  }
}
