import type { LiveDelta, LiveMeta, LiveProgress, LiveSnapshotPart } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import type { LivePlatform } from '@/lib/live-client/platform'

export const HERE = { position: { lat: 51.5, lng: -0.12 }, radius: 1000, type: null } as const

export function vehicle(id: string, fields: Partial<VehicleSearchObject> = {}): VehicleSearchObject {
  return {
    id,
    mtime: '2026-11-21T09:00:00.000+00:00',
    status: 'available',
    position: { lat: 51.5, lng: -0.12 },
    type: 'taxi',
    year: 2020,
    functions: ['person'],
    passengers_max: 4,
    load_m3: null,
    price_per_km: 2,
    price_per_minute: 0.5,
    make: 'Volvo',
    image_url: null,
    ...fields,
  }
}

/** The vehicles of an area by slot, without the free slots; none without an area. */
export function listed(area: Pick<LiveArea, 'records'> | null): VehicleSearchObject[] {
  return area?.records.filter((record) => record !== undefined) ?? []
}

export function meta(fields: Partial<LiveMeta> = {}): LiveMeta {
  return {
    fetchedAt: '2026-11-21T09:00:00.000Z',
    ageMs: 0,
    failure: null,
    loaded: 0,
    unseen: 0,
    about: null,
    incomplete: null,
    query: null,
    limit: 1000,
    dropped: 0,
    unreadable: 0,
    sweepMs: 20,
    intervalMs: 5000,
    ...fields,
  }
}

export function snapshot(
  id: string,
  vehicles: readonly VehicleSearchObject[],
  { part = 0, parts = 1, ...fields }: Partial<LiveMeta> & { part?: number; parts?: number } = {},
): string {
  const data: LiveSnapshotPart = { epoch: epochOf(id), part, parts, vehicles, meta: meta(fields) }
  return sse('snapshot', data, id)
}

export function delta(id: string, changes: Partial<LiveDelta> = {}): string {
  const data: LiveDelta = {
    epoch: epochOf(id),
    upserts: [],
    removed: [],
    departures: [],
    meta: meta(),
    ...changes,
  }
  return sse('delta', data, id)
}

export function progress(
  vehicles: readonly VehicleSearchObject[],
  fields: Partial<LiveProgress> = {},
): string {
  return sse('progress', { loaded: vehicles.length, about: null, vehicles, failure: null, ...fields })
}

function epochOf(id: string): string {
  return id.split('.')[0] as string
}

function sse(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** A clock advanced by the test, and its timers. */
export function createClock(nowMs = Date.parse('2026-11-21T09:00:00Z')) {
  const timers = new Set<{ atMs: number; run: () => void }>()
  const after: LivePlatform['after'] = (delayMs, run) => {
    const timer = { atMs: nowMs + delayMs, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  return {
    now: () => nowMs,
    after,
    timers,
    async advance(ms: number) {
      const untilMs = nowMs + ms
      for (;;) {
        await settle()
        const [next] = [...timers].sort((a, b) => a.atMs - b.atMs)
        if (!next || next.atMs > untilMs) break
        timers.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
      }
      nowMs = untilMs
    },
  }
}

/** Runs everything that is ready. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** One request for a stream, and the server's end of it. */
export interface Reader {
  readonly url: URL
  readonly lastEventId: string | null
  isOpen: boolean
  /** Resolves when the client has processed it. */
  send(text: string | Uint8Array): Promise<void>
  end(): void
  cut(): void
}

/** A server of live streams: every request opens one unless `refuse` is set. */
export function createLiveServer() {
  const readers: Reader[] = []
  const server = {
    readers,
    refuse: null as null | (() => Response),
    get last(): Reader {
      return readers.at(-1) as Reader
    },
    get open(): readonly Reader[] {
      return readers.filter(({ isOpen }) => isOpen)
    },
    fetch: async (input: unknown, { headers, signal }: RequestInit = {}): Promise<Response> => {
      const { reader, body } = createReader(String(input), new Headers(headers), signal as AbortSignal)
      readers.push(reader)
      if (!server.refuse) return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      reader.isOpen = false
      return server.refuse()
    },
  }
  return server
}

function createReader(url: string, headers: Headers, signal: AbortSignal) {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let onHandled: () => void = () => {}
  const close = () => {
    reader.isOpen = false
    onHandled()
  }
  // A high-water mark of 0: the stream pulls only when the client has processed everything and reads on.
  const body = new ReadableStream<Uint8Array>(
    {
      start: (streamController) => {
        controller = streamController
      },
      pull: () => onHandled(),
      cancel: close,
    },
    { highWaterMark: 0 },
  )
  const fail = (error: unknown) => {
    if (!reader.isOpen) return
    controller.error(error)
    close()
  }
  const reader: Reader = {
    url: new URL(url, 'http://kerbside.test'),
    lastEventId: headers.get('last-event-id'),
    isOpen: true,
    async send(text) {
      await settle()
      const handled = new Promise<void>((resolve) => {
        onHandled = resolve
      })
      controller.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text)
      await handled
    },
    end() {
      controller.close()
      close()
    },
    cut: () => fail(new TypeError('network error')),
  }
  signal.addEventListener('abort', () => fail(signal.reason))
  return { reader, body }
}

/** A tab that can be hidden. */
export function createTab() {
  const listeners = new Set<() => void>()
  let hidden = false
  return {
    listeners,
    isHidden: () => hidden,
    onVisibilityChange: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hide(isHidden: boolean) {
      hidden = isHidden
      for (const listener of listeners) listener()
    },
  }
}
