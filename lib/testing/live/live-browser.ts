import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type {
  Changes,
  Departure,
  LiveFailure,
  LiveMeta,
  LiveProgress,
  LiveTime,
  LiveVehicle,
} from '@/lib/api/contract/live'
import type { Subscriber } from '@/lib/live/streaming/subscribers'
import { settle } from '@/lib/testing/clock'

/** Changes after a snapshot, by the ids of the vehicles. */
interface Delta extends Pick<Changes, 'departures' | 'meta'> {
  /** New vehicles whole; of others the fields that changed. */
  readonly upserts: readonly (Partial<LiveVehicle> & { readonly id: string })[]
  readonly removed: readonly string[]
}

export interface BrowserBefore {
  readonly list: ReadonlyMap<string, LiveVehicle>
  readonly slots: readonly (LiveVehicle | undefined)[]
  readonly lastEventId: string | null
}

type Name = 'progress' | 'snapshot' | 'delta' | 'takeover'

export type TestBrowser = ReturnType<typeof browse>

/**
 * A client of the wire format that shares no code with the real one. Fails
 * on any event out of step.
 */
export function browse(
  subscriber: Subscriber,
  before: BrowserBefore | null = null,
  onList: (version: string, list: BrowserBefore['list']) => void = () => {},
) {
  const list = new Map(before?.list)
  let slots = before ? [...before.slots] : []
  let version = before?.lastEventId ?? null
  let pending: (Pick<Delta, 'upserts' | 'removed'> & { readonly isSnapshot: boolean })[] = []
  let serverTimeMs: number | null = null
  const browser = {
    list: list as BrowserBefore['list'],
    get slots() {
      return slots
    },
    /** Of events other than `time`: changes are parts of a snapshot or of a delta. */
    names: [] as Name[],
    progress: [] as LiveProgress[],
    deltas: [] as Delta[],
    departures: [] as Departure[],
    lastEventId: before?.lastEventId ?? null,
    meta: null as LiveMeta | null,
    /** As received. */
    chunks: [] as Uint8Array[],
    comments: 0,
    isClosed: false,
    /** Drops the connection; the list stays. */
    async disconnect() {
      await input.cancel()
      await settle()
    },
  }

  function onEvent({ event, id, data }: EventSourceMessage): void {
    if (event === 'time') {
      serverTimeMs = (JSON.parse(data) as LiveTime).now
      return
    }
    if (event === 'takeover' || event === 'progress') browser.names.push(event)
    if (event === 'takeover') return
    const lateMs = serverTimeMs === null ? 0 : serverTimeMs - JSON.parse(data).atMs
    serverTimeMs = null
    if (id) browser.lastEventId = id
    if (event === 'progress') {
      const progress: LiveProgress = JSON.parse(data)
      browser.progress.push({ ...progress, failure: later(progress.failure, lateMs) })
    }
    if (event !== 'changes') return
    const part: Changes = JSON.parse(data)
    // Unknown where only the id to resume after is given.
    if (part.after !== null && version !== null && part.after !== version)
      throw new Error(`changes after ${part.after}, not ${version}`)
    if (part.after === null) {
      slots = []
      pending = []
    }
    version = part.version
    pending.push({
      isSnapshot: part.after === null || pending[0]?.isSnapshot === true,
      ...applyTo(slots, part),
    })
    const isSnapshot = pending[0]?.isSnapshot === true
    browser.names.push(isSnapshot ? 'snapshot' : 'delta')
    if (part.isPart) return
    list.clear()
    for (const found of slots) if (found) list.set(found.id, found)
    browser.meta = aged(part.meta, lateMs)
    if (!isSnapshot) {
      const { departures } = part
      const upserts = pending.flatMap((read) => read.upserts)
      browser.deltas.push({
        upserts,
        removed: pending.flatMap((read) => read.removed),
        departures,
        meta: browser.meta,
      })
      browser.departures.push(...departures)
    }
    pending = []
    onList(id ?? '', list)
  }

  const parser = createParser({ onEvent, onComment: () => void browser.comments++ })
  const decoder = new TextDecoder()
  const input = subscriber.stream.getReader()
  async function read(): Promise<void> {
    for (;;) {
      const { done, value } = await input.read()
      if (done) break
      browser.chunks.push(value)
      parser.feed(decoder.decode(value, { stream: true }))
    }
    browser.isClosed = true
  }
  void read()
  return browser
}

/** Applies changes to vehicles by slot, without the code of the product. */
export function applyTo(
  slots: (LiveVehicle | undefined)[],
  changes: Changes,
): Pick<Delta, 'upserts' | 'removed'> {
  const numbers = (gaps: readonly number[]) => {
    let number = 0
    return gaps.map((gap) => {
      number += gap
      return number
    })
  }
  const fieldsOf: Record<string, Record<string, unknown>> = {}
  const known = (slot: number) => {
    const record = slots[slot]
    if (!record) throw new Error(`a change in the free slot ${slot}`)
    return record
  }
  const change = (slot: number, name: string, value: unknown) => {
    const { id } = known(slot)
    fieldsOf[id] = { ...fieldsOf[id], [name]: value }
    slots[slot] = { ...known(slot), [name]: value }
  }
  const removed = numbers(changes.removed).map((slot) => known(slot).id)
  for (const slot of numbers(changes.removed)) slots[slot] = undefined
  for (const [at, slot] of numbers(changes.moved).entries()) {
    const { lat, lng } = known(slot).position as { lat: number; lng: number }
    const moved = (degrees: number, by = 0) => Number((degrees + by / 1e6).toFixed(6))
    change(slot, 'position', { lat: moved(lat, changes.lat[at]), lng: moved(lng, changes.lng[at]) })
  }
  for (const [name, at, values = [undefined]] of changes.fields)
    for (const [n, slot] of numbers(at).entries())
      change(slot, name, values[values.length === 1 ? 0 : n])
  for (const [at, slot] of numbers(changes.slots).entries()) {
    if (slots[slot]) throw new Error(`an added vehicle in slot ${slot}, which is taken`)
    slots[slot] = changes.added[at]
  }
  const changed = Object.entries(fieldsOf).map(([id, fields]) => ({ id, ...fields }))
  return { upserts: [...changed, ...changes.added], removed }
}

function aged(meta: LiveMeta, lateMs: number): LiveMeta {
  return { ...meta, ageMs: meta.ageMs + lateMs, failure: later(meta.failure, lateMs) }
}

function later(failure: LiveFailure | null, lateMs: number): LiveFailure | null {
  return failure && { ...failure, retryAfterMs: failure.retryAfterMs - lateMs }
}
