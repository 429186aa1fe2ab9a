import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { Departure, LiveDelta, LiveEvents, LiveMeta, LiveProgress } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Subscriber } from '@/lib/live/streaming/subscriber'
import { settle } from './clock'

/** A browser as the wire format wants it: it applies what it is told and believes nothing else. */
export interface TestBrowser {
  readonly list: ReadonlyMap<string, VehicleSearchObject>
  readonly names: (keyof LiveEvents)[]
  readonly progress: LiveProgress[]
  readonly deltas: LiveDelta[]
  readonly departures: Departure[]
  readonly lastEventId: string | null
  readonly meta: LiveMeta | null
  /** Chunks as they came. */
  readonly chunks: Uint8Array[]
  readonly comments: number
  readonly isClosed: boolean
  /** Drops the connection; what has come stays. */
  disconnect(): Promise<void>
}

/** @param onList told of every list that is whole, with its name */
export function browse(
  reader: Subscriber,
  before: Pick<TestBrowser, 'list' | 'lastEventId'> | null = null,
  onList: (version: string, list: TestBrowser['list']) => void = () => {},
) {
  const list = new Map(before?.list)
  let epoch = before?.lastEventId?.split('.')[0] ?? null
  let incoming: Map<string, VehicleSearchObject> | null = null
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
    const name = event as keyof LiveEvents
    browser.names.push(name)
    if (id) browser.lastEventId = id
    if (name === 'progress') browser.progress.push(JSON.parse(data))
    if (name === 'snapshot') {
      const { part, parts, vehicles, meta }: LiveEvents['snapshot'] = JSON.parse(data)
      if (part === 0) incoming = new Map()
      if (!incoming) throw new Error('a list without its beginning')
      for (const found of vehicles) incoming.set(found.id, found)
      if (part < parts - 1) return
      epoch = JSON.parse(data).epoch
      list.clear()
      for (const [vehicleId, found] of incoming) list.set(vehicleId, found)
      browser.meta = meta
    }
    if (name === 'delta') {
      const delta: LiveDelta = JSON.parse(data)
      const { after = delta.epoch } = delta
      if (epoch !== null && after !== epoch) throw new Error(`a delta after ${after}, not ${epoch}`)
      epoch = delta.epoch
      for (const patch of delta.upserts) {
        const known = list.get(patch.id)
        if (!known && Object.keys(patch).length < 13) throw new Error(`a part of unknown ${patch.id}`)
        list.set(patch.id, { ...known, ...patch } as VehicleSearchObject)
      }
      for (const gone of delta.removed) {
        if (!list.delete(gone)) throw new Error(`unknown ${gone} is removed`)
      }
      browser.deltas.push(delta)
      browser.departures.push(...delta.departures)
      browser.meta = delta.meta
    }
    if (name !== 'progress') onList(id ?? '', list)
  }

  const parser = createParser({ onEvent, onComment: () => void browser.comments++ })
  const decoder = new TextDecoder()
  const input = reader.stream.getReader()
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
