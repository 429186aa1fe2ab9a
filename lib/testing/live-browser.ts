import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { changesAt } from '@/lib/contract/annotations'
import type {
  Departure,
  LiveDelta,
  LiveEvents,
  LiveFailure,
  LiveMeta,
  LiveProgress,
  LiveTime,
  LiveVehicle,
} from '@/lib/contract/live'
import type { Subscriber } from '@/lib/live/streaming/subscriber'
import { settle } from './clock'

/** A client of the wire format that shares no code with the real one. Fails on any event out of step. */
export interface TestBrowser {
  readonly list: ReadonlyMap<string, LiveVehicle>
  /** Of events other than `time`. */
  readonly names: (keyof LiveEvents)[]
  readonly progress: LiveProgress[]
  readonly deltas: LiveDelta[]
  readonly departures: Departure[]
  readonly lastEventId: string | null
  readonly meta: LiveMeta | null
  /** Chunks as received. */
  readonly chunks: Uint8Array[]
  readonly comments: number
  readonly isClosed: boolean
  /** Drops the connection; the list stays. */
  disconnect(): Promise<void>
}

/** @param onList called with the version of every complete list */
export function browse(
  subscriber: Subscriber,
  before: Pick<TestBrowser, 'list' | 'lastEventId'> | null = null,
  onList: (version: string, list: TestBrowser['list']) => void = () => {},
) {
  const list = new Map(before?.list)
  let epoch = before?.lastEventId?.split('.')[0] ?? null
  let incoming: Map<string, LiveVehicle> | null = null
  let pending: LiveDelta[] = []
  let serverTimeMs: number | null = null
  const browser = {
    list,
    names: [] as (keyof LiveEvents)[],
    progress: [] as LiveProgress[],
    deltas: [] as LiveDelta[],
    departures: [] as Departure[],
    lastEventId: before?.lastEventId ?? null,
    meta: null as LiveMeta | null,
    chunks: [] as Uint8Array[],
    comments: 0,
    isClosed: false,
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
    const name = event as keyof LiveEvents
    if (name === 'takeover') {
      browser.names.push(name)
      return
    }
    browser.names.push(name)
    const lateMs = serverTimeMs === null ? 0 : serverTimeMs - JSON.parse(data).writtenAt
    serverTimeMs = null
    if (id) browser.lastEventId = id
    if (name === 'progress') {
      const progress: LiveProgress = JSON.parse(data)
      browser.progress.push({ ...progress, failure: later(progress.failure, lateMs) })
    }
    if (name === 'snapshot') {
      const { part, parts, vehicles, meta }: LiveEvents['snapshot'] = JSON.parse(data)
      pending = []
      if (part === 0) incoming = new Map()
      if (!incoming) throw new Error('a snapshot without its first part')
      for (const found of vehicles) incoming.set(found.id, found)
      if (part < parts - 1) return
      epoch = JSON.parse(data).epoch
      list.clear()
      for (const [vehicleId, found] of incoming) list.set(vehicleId, found)
      browser.meta = aged(meta, lateMs)
    }
    if (name === 'delta') {
      const last: LiveDelta = JSON.parse(data)
      const { part = 0, parts = 1 } = last
      if (part !== pending.length) throw new Error(`part ${part} of a delta after ${pending.length}`)
      pending.push(last)
      if (part < parts - 1) return
      const delta: LiveDelta = {
        ...last,
        upserts: pending.flatMap(({ upserts }) => upserts),
        removed: pending.flatMap(({ removed }) => removed),
        meta: aged(last.meta, lateMs),
      }
      const { after = delta.epoch } = pending[0]!
      pending = []
      if (epoch !== null && after !== epoch) throw new Error(`a delta after ${after}, not ${epoch}`)
      epoch = delta.epoch
      for (const patch of delta.upserts) {
        const before = list.get(patch.id)
        if (!before && Object.keys(patch).length < 13) throw new Error(`a part of unknown ${patch.id}`)
        const change = before && changesAt(delta.meta.fetchedAt)(patch)
        list.set(patch.id, { ...before, ...change, ...patch } as LiveVehicle)
      }
      for (const removed of delta.removed) {
        if (!list.delete(removed)) throw new Error(`unknown ${removed} is removed`)
      }
      browser.deltas.push(delta)
      browser.departures.push(...delta.departures)
      browser.meta = delta.meta
    }
    if (name !== 'progress') onList(id ?? '', list)
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
  return browser satisfies TestBrowser
}

function aged(meta: LiveMeta, lateMs: number): LiveMeta {
  return { ...meta, ageMs: meta.ageMs + lateMs, failure: later(meta.failure, lateMs) }
}

function later(failure: LiveFailure | null, lateMs: number): LiveFailure | null {
  return failure && { ...failure, retryAfterMs: failure.retryAfterMs - lateMs }
}
