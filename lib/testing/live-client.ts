import type { Changes, Departure, LiveMeta, LiveProgress, LiveVehicle } from '@/lib/api/contract/live'
import type { LiveArea } from '@/lib/live/client/live-area'
import { finish } from '@/lib/vehicles/steps'
import { noDifference, VehicleTable } from '@/lib/vehicles/vehicle-table'
import { settle } from './clock'
import { liveMeta } from './vehicles'

export const HERE = { position: { lat: 51.5, lng: -0.1 }, radius: 1000, type: null } as const

/** The vehicles of an area by slot, without the free slots; none without an area. */
export function listed(area: Pick<LiveArea, 'table'> | null): LiveVehicle[] {
  return area ? [...area.table.vehicles()] : []
}

/** From one list to the next. */
interface Step {
  /** Vehicles that came, and changed fields of others. */
  readonly upserts?: readonly (Partial<LiveVehicle> & Pick<LiveVehicle, 'id'>)[]
  readonly removed?: readonly string[]
  readonly departures?: readonly Departure[]
  readonly meta?: LiveMeta
}

/** A server's list of an area, and the changes that it sends. */
export function createSender() {
  let table = new VehicleTable()

  function changes(version: string, step: Step = {}): Changes {
    const { upserts = [], removed = [], departures = [], meta = liveMeta() } = step
    const now = upserts.map((one) => [one.id, { ...table.get(one.id), ...one } as LiveVehicle] as const)
    const difference = finish(table.compare(new Map(now), new Set(removed)))
    const head = { version, after: table.version, atMs: Date.parse(meta.fetchedAt) }
    const sent: Changes = JSON.parse(JSON.stringify({ ...head, meta, departures, ...difference }))
    finish(table.apply(sent))
    return sent
  }

  /** Of the list as it is, in parts of `size` vehicles. */
  function again(meta: LiveMeta, size: number): Changes[] {
    const listed = [...table.records.entries()].filter(([, record]) => record)
    const count = Math.max(1, Math.ceil(listed.length / size))
    const nameOf = (part: number) => (part < count - 1 ? `${table.version}.${part}` : `${table.version}`)
    return Array.from({ length: count }, (_, part): Changes => {
      const some = listed.slice(part * size, (part + 1) * size)
      const slots = some.map(([slot], at) => slot - (some[at - 1]?.[0] ?? 0))
      const added = some.map(([, record]) => record)
      const after = part === 0 ? null : nameOf(part - 1)
      const isPart = part < count - 1 || undefined
      const head = { version: nameOf(part), after, isPart, atMs: Date.parse(meta.fetchedAt), meta }
      return JSON.parse(JSON.stringify({ ...head, departures: [], ...noDifference, added, slots }))
    })
  }

  return {
    changes,
    again,
    /** Of another list. */
    snapshot(version: string, vehicles: readonly LiveVehicle[], meta = liveMeta(), size = 1000): Changes[] {
      table = new VehicleTable()
      changes(version, { upserts: vehicles })
      return again(meta, size)
    },
  }
}

/** As server-sent events. */
export function textOf(...all: readonly Changes[]): string {
  return all.map((changes) => sse('changes', changes, changes.version)).join('')
}

export function progress(vehicles: readonly LiveVehicle[], fields: Partial<LiveProgress> = {}): string {
  return sse('progress', {
    atMs: 0,
    loaded: vehicles.length,
    about: null,
    vehicles,
    failure: null,
    ...fields,
  })
}

function sse(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
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
      signal?.throwIfAborted()
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
