import type { Filters } from '@/components/search/list/filters'
import { formatCount } from '@/lib/format/number'
import type { LiveArea, LiveState } from '@/lib/live-client/live-area'

/** So often at most is told what came and went. */
const CHANGES_INTERVAL_MS = 15_000

/** What the announcer is told of. */
export interface Seen {
  readonly area: LiveArea | null
  readonly connection: Connection
  readonly isLoading: boolean
  /** What the service or the stream failed with, in words; null while all is well. */
  readonly failure: string | null
  /** How many vehicles pass the filters. */
  readonly shown: number
  /** Another object when the dispatcher changed them. */
  readonly filters: Filters
  /** The text equivalent of the selected vehicle; null when none is. */
  readonly selected: { readonly id: string; readonly text: string; readonly isListed: boolean } | null
}

type Connection = LiveState['connection']

// On the way from one to another, and while nobody looks, nothing is news.
const connections: Partial<Record<Connection, string>> = {
  live: 'Live again',
  paused: 'Paused',
  interrupted: 'Connection to Kerbside lost',
}

/** Decides what the one live region of the page says: few words, and not too often. */
export class Announcer {
  #told: LiveArea | null = null
  #toldAtMs = Number.NEGATIVE_INFINITY
  #seen: Seen | null = null
  #connection: Connection | null = null

  /** @returns what to say now; null when nothing is worth a word */
  see(seen: Seen, nowMs: number): string | null {
    const before = this.#seen
    this.#seen = seen
    const said = [
      before && selectionChange(before, seen),
      this.#connectionChange(before, seen),
      before && filterChange(before, seen),
      this.#changes(seen, nowMs),
    ].filter((text) => text !== null)
    return said.length > 0 ? said.join('. ') : null
  }

  /** Another search: what it shows is new as a whole. */
  forget(): void {
    this.#told = null
    this.#toldAtMs = Number.NEGATIVE_INFINITY
  }

  #connectionChange(before: Seen | null, { connection, failure }: Seen): string | null {
    const words = connections[connection]
    const isNews = words !== undefined && this.#connection !== null && connection !== this.#connection
    if (words !== undefined) this.#connection = connection
    if (before && failure !== before.failure) return failure ?? 'Live again'
    return isNews ? words : null
  }

  #changes({ area, isLoading, shown }: Seen, nowMs: number): string | null {
    if (!area || isLoading || area === this.#told || nowMs - this.#toldAtMs < CHANGES_INTERVAL_MS) return null
    const before = this.#told
    const { came, left } = before ? differenceOf(before, area) : { came: 0, left: 0 }
    if (before && came === 0 && left === 0) return null
    this.#told = area
    this.#toldAtMs = nowMs
    const changes = [
      came > 0 ? `${formatCount(came)} ${came === 1 ? 'vehicle' : 'vehicles'} new` : null,
      left > 0 ? `${formatCount(left)} left` : null,
      `${formatCount(shown)} shown`,
    ]
    return changes.filter((text) => text !== null).join(', ')
  }
}

function selectionChange(before: Seen, { selected }: Seen): string | null {
  if (selected === null) return null
  const isNews = selected.id !== before.selected?.id || selected.isListed !== before.selected.isListed
  return isNews ? selected.text : null
}

function filterChange(before: Seen, { area, filters, shown }: Seen): string | null {
  if (!area || filters === before.filters || shown === before.shown) return null
  return `${formatCount(shown)} of ${formatCount(area.slotById.size)} shown`
}

function differenceOf(before: LiveArea, after: LiveArea): { came: number; left: number } {
  let stayed = 0
  for (const id of after.slotById.keys()) if (before.slotById.has(id)) stayed++
  return { came: after.slotById.size - stayed, left: before.slotById.size - stayed }
}
