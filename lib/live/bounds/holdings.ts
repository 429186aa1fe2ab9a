import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import { ownerOf, type ShareHolder } from '@/lib/api/http/share'
import type { Bound, Bounds } from './bounds'

/** An area as it counts in shares. */
export interface HeldArea {
  /** Vehicles in memory for it. */
  readonly heldVehicles: number
}

export interface HoldingsOptions {
  readonly bounds: Bounds
  /** Every area in memory, watched or not. */
  readonly areas: () => Iterable<HeldArea>
  /** Ends the area that was left longest ago. @returns false when all areas are watched */
  readonly endIdle: () => boolean
  /** Share of the heap limit in use, garbage included: 0 to 1. */
  readonly heapUsed: () => number
}

/** Areas that a holder of a share watches, with the number of streams on each. */
type Held = Map<HeldArea, number>

type Level = keyof Bounds

/** Above this use of the heap nothing new is opened, above the second nothing grows. */
const HEAP = { open: 0.8, grow: 0.9 }
/** When a refused client may try again. */
const RETRY_MS = 30_000

const kinds: Record<Level, ProblemKind> = {
  operator: 'operator-limit',
  network: 'address-limit',
  all: 'capacity-limit',
}

/**
 * Counts what each operator, each network and all together make this node hold. An area counts in full for everybody
 * watching it, so that leaving an area to others frees a share.
 */
export class Holdings {
  readonly #options: HoldingsOptions
  readonly #held = new Map<string, Held>()
  /** By area, those that watch it and their number of streams. */
  readonly #watchers = new Map<HeldArea, Map<string, { readonly holder: ShareHolder; streams: number }>>()
  #streams = 0

  constructor(options: HoldingsOptions) {
    this.#options = options
  }

  /**
   * Checks a stream before it is opened.
   * @param area null for an area that is not in memory yet
   * @throws ProblemError operator-limit, address-limit, capacity-limit
   */
  check(holder: ShareHolder, area: HeldArea | null): void {
    const { bounds } = this.#options
    for (const [level, key] of levelsOf(holder)) {
      const held = this.#held.get(key) ?? new Map<HeldArea, number>()
      const streams = sum(held.values())
      refuseAt(level, 'streams', streams, bounds[level])
      if (area && held.has(area)) continue
      refuseAt(level, 'areas', held.size, bounds[level])
      refuseAt(level, 'vehicles', vehiclesOf(held.keys()), bounds[level])
    }
    refuseAt('all', 'streams', this.#streams, bounds.all)
    if (!area) this.#makeRoom()
  }

  #makeRoom(): void {
    const { bounds, areas, endIdle, heapUsed } = this.#options
    const isFull = () => {
      const held = [...areas()]
      return held.length >= bounds.all.areas || vehiclesOf(held) >= bounds.all.vehicles
    }
    while (isFull() && endIdle());
    const held = [...areas()]
    refuseAt('all', 'areas', held.length, bounds.all)
    refuseAt('all', 'vehicles', vehiclesOf(held), bounds.all)
    const percent = Math.round(heapUsed() * 100)
    if (percent < HEAP.open * 100) return
    throw refusal('all', `${percent} % of the heap limit in use`)
  }

  /** Counts an open stream. @returns the function that ends it */
  add(holder: ShareHolder, area: HeldArea): () => void {
    this.#change(holder, area, 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#change(holder, area, -1)
      isOpen = false
    }
  }

  #change(holder: ShareHolder, area: HeldArea, by: 1 | -1): void {
    this.#streams += by
    for (const [, key] of levelsOf(holder)) {
      const held = getOrAdd(this.#held, key, () => new Map())
      setOrDelete(held, area, (held.get(area) ?? 0) + by)
      if (held.size === 0) this.#held.delete(key)
    }
    const watchers = getOrAdd(this.#watchers, area, () => new Map())
    const key = `${holder.operator} ${holder.network}`
    const watcher = getOrAdd(watchers, key, () => ({ holder, streams: 0 }))
    watcher.streams += by
    if (watcher.streams === 0) watchers.delete(key)
    if (watchers.size === 0) this.#watchers.delete(area)
  }

  /**
   * Vehicles that an area may hold now, those it holds included. It may grow while one of its watchers has room: a
   * client over its bound must not cut the areas of others by watching them.
   */
  roomFor(area: HeldArea): number {
    const { bounds, areas, endIdle, heapUsed } = this.#options
    const { heldVehicles } = area
    if (heapUsed() >= HEAP.grow) return heldVehicles
    const watchers = [...(this.#watchers.get(area)?.values() ?? [])]
    const rooms = watchers.map(({ holder }) =>
      Math.min(
        ...levelsOf(holder).map(
          ([level, key]) => bounds[level].vehicles - vehiclesOf(this.#held.get(key)?.keys() ?? []),
        ),
        Number.POSITIVE_INFINITY,
      ),
    )
    const room = Math.max(0, ...rooms)
    const roomOfAll = () => bounds.all.vehicles - vehiclesOf(areas())
    while (roomOfAll() <= 0 && endIdle());
    return heldVehicles + Math.max(0, Math.min(room, roomOfAll()))
  }

  /** Owner of the share of calls that an area uses: of its watchers, the one that watches the fewest areas. */
  ownerOf(area: HeldArea): string {
    const watchers = [...(this.#watchers.get(area)?.values() ?? [])].map(({ holder }) => ({
      owner: ownerOf(holder),
      areas: Math.min(
        ...levelsOf(holder).map(([, key]) => this.#held.get(key)?.size ?? 0),
        Number.POSITIVE_INFINITY,
      ),
    }))
    return watchers.reduce((a, b) => (b.areas < a.areas ? b : a), {
      owner: '',
      areas: Number.POSITIVE_INFINITY,
    }).owner
  }
}

/** The shares of a holder; none without sign-in and address. */
function levelsOf({ operator, network }: ShareHolder): (readonly ['operator' | 'network', string])[] {
  return [
    ...(operator === null ? [] : [['operator', `operator ${operator}`] as const]),
    ...(network === null ? [] : [['network', `network ${network}`] as const]),
  ]
}

function refuseAt(level: Level, what: keyof Bound, held: number, bound: Bound): void {
  if (held >= bound[what]) throw refusal(level, `${held} of ${bound[what]} ${what} held`)
}

function refusal(level: Level, what: string): ProblemError {
  return new ProblemError(kinds[level], `GET /api/live: ${what} (${level})`, { retryAfterMs: RETRY_MS })
}

function vehiclesOf(areas: Iterable<HeldArea>): number {
  let vehicles = 0
  for (const { heldVehicles } of areas) vehicles += heldVehicles
  return vehicles
}

function sum(counts: Iterable<number>): number {
  let total = 0
  for (const count of counts) total += count
  return total
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

function setOrDelete<K>(map: Map<K, number>, key: K, count: number): void {
  if (count > 0) map.set(key, count)
  else map.delete(key)
}
