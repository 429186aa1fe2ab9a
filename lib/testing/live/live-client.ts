import type { Changes, LiveProgress, LiveVehicle } from '@/lib/api/contract/live'
import type { LiveArea } from '@/lib/live/client/live-area'
import { settle } from '@/lib/testing/clock'

export const HERE = { position: { lat: 51.5, lng: -0.1 }, radius: 1000, type: null } as const

/** The vehicles of an area by slot, without the free slots; none without an area. */
export const listed = (area: Pick<LiveArea, 'table'> | null): LiveVehicle[] =>
  area ? [...area.table.vehicles()] : []

export const textOf = (...all: readonly Changes[]) =>
  all.map((changes) => sse('changes', changes, changes.version)).join('')

export function progress(
  vehicles: readonly LiveVehicle[],
  fields: Partial<LiveProgress> = {},
): string {
  const loaded = vehicles.length
  return sse('progress', { atMs: 0, loaded, about: null, vehicles, failure: null, ...fields })
}

function sse(name: string, data: unknown, id?: string): string {
  return `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

export type Reader = ReturnType<typeof createReader>['reader']

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
      const { reader, body } = createReader(
        String(input),
        new Headers(headers),
        signal as AbortSignal,
      )
      readers.push(reader)
      if (!server.refuse)
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      reader.isOpen = false
      return server.refuse()
    },
  }
  return server
}

/** One request for a stream, and the server's end of it. */
function createReader(url: string, headers: Headers, signal: AbortSignal) {
  let controller: ReadableStreamDefaultController<Uint8Array>
  let onHandled: () => void = () => {}
  const close = () => {
    reader.isOpen = false
    onHandled()
  }
  // A high-water mark of 0: the stream pulls only when the client has
  // processed everything and reads on.
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
  const reader = {
    url: new URL(url, 'http://kerbside.test'),
    lastEventId: headers.get('last-event-id'),
    isOpen: true,
    /** Resolves when the client has processed it. */
    async send(text: string | Uint8Array): Promise<void> {
      await settle()
      const handled = new Promise<void>((resolve) => {
        onHandled = resolve
      })
      controller.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text)
      await handled
    },
    cut: () => fail(new TypeError('network error')),
  }
  signal.addEventListener('abort', () => fail(signal.reason))
  return { reader, body }
}

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
