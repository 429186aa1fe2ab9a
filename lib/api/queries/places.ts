import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '@/lib/api/client/call'
import { NEAR_MAXIMUM, type NearPlaces } from '@/lib/api/contract/places'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'

/** The same text is not asked for again for this long. */
const KEPT_MS = 60_000

/** While the index is being built, the same text finds more later. */
const BUILDING_INTERVAL_MS = 2_000

/** About 100 m: a centre that moves a little finds the same. */
const NEAR_DIGITS = 3

/**
 * Vehicles and places that a text may mean. Another key aborts the request of the one before.
 * @param near orders equal hits
 */
export function findQuery(text: string, near: Position, fetch?: typeof globalThis.fetch) {
  const rounded = { lat: round(near.lat), lng: round(near.lng) }
  return queryOptions({
    queryKey: ['find', text, rounded.lat, rounded.lng],
    queryFn: ({ signal }) => call('POST /api/find', {}, { text, near: rounded }, { signal, fetch }),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchOnWindowFocus: false,
    // A failure is shown, and the next letter asks again.
    refetchInterval: ({ state }) =>
      state.data?.index === 'building' ? BUILDING_INTERVAL_MS : false,
  })
}

export function findVehiclesQuery(text: string) {
  return queryOptions({
    queryKey: ['find', text, 'vehicles'],
    async queryFn({ signal }) {
      const body = { text, near: null, only: 'vehicles' } as const
      const { vehicles } = await call('POST /api/find', {}, body, { signal })
      return vehicles
    },
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
  })
}

function round(degrees: number): number {
  return Number(degrees.toFixed(NEAR_DIGITS))
}

/** Collects positions that a page renders at about the same time. */
const BATCH_MS = 100
const BUILDING_PAUSE_MS = 10_000
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** Oldest are dropped beyond this many, of positions and of subjects. */
const MOST_KNOWN = 2_000
/** Beyond this, a vehicle is no longer near the address of its former position. */
const FORMER_METRES = 150

/**
 * Addresses and streets near positions, as far as they are known. Another object whenever more are.
 */
export interface NearNames {
  /**
   * "Av. Italia 2345"; null while unknown, and where nothing is near.
   * @param subject an id of a moving object: it keeps its former address until that of
   * the new position is known
   * @param isOnScreen false for a position that is not on the screen
   */
  at(position: Position, subject?: string | null, isOnScreen?: boolean): string | null
}

/**
 * Asks for the addresses of rendered positions, in batches, one request at a
 * time; each position once.
 */
export class NearPlacesCache {
  readonly #fetch: typeof globalThis.fetch | undefined
  readonly #known = new Map<string, string | null>()
  readonly #former = new Map<string, { position: Position; name: string | null }>()
  #wanted = new Map<string, Position>()
  #requested: ReadonlyMap<string, Position> = new Map()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseMs = FIRST_PAUSE_MS
  /** The server has no index. */
  #isOff = false
  readonly #listeners = new Set<() => void>()
  #names = this.#createNames()

  constructor(fetch?: typeof globalThis.fetch) {
    this.#fetch = fetch
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly names = (): NearNames => this.#names

  #createNames(): NearNames {
    return {
      at: (position, subject = null, isOnScreen = true) => this.#at(position, subject, isOnScreen),
    }
  }

  #at(position: Position, subject: string | null, isOnScreen: boolean): string | null {
    const key = keyOf(position)
    const name = this.#known.get(key)
    if (name !== undefined) {
      putLast(this.#known, key, name, MOST_KNOWN)
      if (subject !== null) putLast(this.#former, subject, { position, name }, MOST_KNOWN)
      return name
    }
    if (isOnScreen && !this.#isOff && !this.#requested.has(key)) {
      putLast(this.#wanted, key, position, NEAR_MAXIMUM)
      this.#sendAfter(BATCH_MS)
    }
    const former = subject === null ? undefined : this.#former.get(subject)
    return former && distanceMetres(former.position, position) <= FORMER_METRES ? former.name : null
  }

  /** A timer that runs already, as during a pause, stays as it is. */
  #sendAfter(ms: number): void {
    if (this.#requested.size === 0) this.#timer ??= setTimeout(() => void this.#send(), ms)
  }

  async #send(): Promise<void> {
    this.#timer = undefined
    // Nothing that shows an address is on the screen any more.
    if (this.#listeners.size === 0) this.#wanted.clear()
    if (this.#wanted.size === 0) return
    this.#requested = this.#wanted
    this.#wanted = new Map()
    const pauseMs = await this.#ask(this.#requested)
    if (pauseMs > 0) {
      const all = [...this.#requested, ...this.#wanted]
      this.#wanted = new Map(all.slice(-NEAR_MAXIMUM))
    }
    this.#requested = new Map()
    if (this.#isOff) this.#wanted.clear()
    if (this.#wanted.size > 0) this.#sendAfter(pauseMs || BATCH_MS)
  }

  /**
   * @returns milliseconds until the same positions may be asked for once
   * more; 0 when they are known
   */
  async #ask(positions: ReadonlyMap<string, Position>): Promise<number> {
    const body = { positions: [...positions.keys()].map(positionOf) }
    const answer = call('POST /api/places/near', {}, body, { fetch: this.#fetch })
    // An address is a help: without one, distance and direction are shown.
    const { near, index } = await answer.catch((): NearPlaces => ({ near: [], index: 'failed' }))
    if (index === 'building') return BUILDING_PAUSE_MS
    if (index === 'failed') {
      const pauseMs = this.#pauseMs
      this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      return pauseMs
    }
    this.#pauseMs = FIRST_PAUSE_MS
    this.#isOff = index === 'none'
    if (this.#isOff) return 0
    for (const [at, key] of [...positions.keys()].entries()) {
      putLast(this.#known, key, near[at]?.name ?? null, MOST_KNOWN)
    }
    this.#names = this.#createNames()
    for (const listener of this.#listeners) listener()
    return 0
  }
}

/** About a metre. */
function keyOf({ lat, lng }: Position): string {
  return `${lat.toFixed(5)},${lng.toFixed(5)}`
}

function positionOf(key: string): Position {
  const [lat, lng] = key.split(',').map(Number) as [number, number]
  return { lat, lng }
}

/** Puts an entry at the end, and drops the first beyond the maximum. */
function putLast<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > most) map.delete(map.keys().next().value as string)
}

let cache: NearPlacesCache | undefined

// Created on demand: the server has no screen.
function browserCache(): NearPlacesCache {
  cache ??= new NearPlacesCache()
  return cache
}

const none: NearNames = { at: () => null }

const subscribe = (onChange: () => void) => browserCache().subscribe(onChange)
const names = () => browserCache().names()

export function useNearPlaces(): NearNames {
  return useSyncExternalStore(subscribe, names, () => none)
}
