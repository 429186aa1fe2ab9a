import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

const DELTA_MS = 60
const VEHICLES = 120

/**
 * Plays a stream of its own to a page, faster than Kerbside reads a service: all vehicles wander round a centre.
 * @returns how many refreshes were sent so far; none before `play` and after `stop`; `close` comes after the page's end
 */
export async function playQuickStream(
  page: Page,
  centre: { lat: number; lng: number },
): Promise<{ sent(): number; play(): void; stop(): void; close(): void }> {
  let sequence = 0
  let sent = 0
  let isPlaying = false
  const vehicle = (index: number) => ({
    id: `q-${index}`,
    status: 'available',
    type: 'taxi',
    make: `Make ${index}`,
    position: {
      lat: centre.lat + 0.0002 * index + 0.004 * Math.sin(sequence / 9 + index),
      lng: centre.lng + 0.004 * Math.cos(sequence / 7 + index),
    },
    ...Object.fromEntries(absent.map((name) => [name, null])),
  })
  const all = () => Array.from({ length: VEHICLES }, (_, index) => vehicle(index))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (event: string, data: object) =>
      response.write(`id: quick.${++sequence}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    send('snapshot', { epoch: 'quick', part: 0, parts: 1, vehicles: all(), meta: meta() })
    const timer = setInterval(() => {
      if (!isPlaying) return
      send('delta', { epoch: 'quick', upserts: all(), removed: [], departures: [], meta: meta() })
      sent += 1
    }, DELTA_MS)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await page.route('**/api/live?*', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  return {
    sent: () => sent,
    play() {
      isPlaying = true
    },
    stop() {
      isPlaying = false
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const absent = [
  'mtime',
  'year',
  'functions',
  'passengers_max',
  'load_m3',
  'price_per_km',
  'price_per_minute',
  'image_url',
]

function meta() {
  return {
    fetchedAt: new Date().toISOString(),
    ageMs: 0,
    failure: null,
    loaded: VEHICLES,
    unseen: 0,
    about: VEHICLES,
    incomplete: null,
    query: null,
    pages: 1,
    dropped: 0,
    unreadable: 0,
    sweepMs: 1,
    intervalMs: 5_000,
  }
}
