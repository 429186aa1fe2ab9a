import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { Changes } from '@/lib/api/contract/live'
import { emptyVehicle, liveMeta } from '@/lib/testing/vehicles'
import { noDifference } from '@/lib/vehicles/difference'

const DELTA_MS = 60
const VEHICLES = 120

/**
 * Plays a stream of its own to a page, faster than Kerbside reads a service: all
 * vehicles wander round a centre.
 * @returns how many refreshes were sent so far; none before `play` and after `stop`; `close`
 * comes after the page's end
 */
export async function playQuickStream(
  page: Page,
  centre: { lat: number; lng: number },
): Promise<{ sent(): number; play(): void; stop(): void; close(): void }> {
  let sequence = 0
  let sent = 0
  let isPlaying = false
  const at = (index: number) =>
    emptyVehicle(`q-${index}`, {
      status: 'available',
      type: 'taxi',
      make: `Make ${index}`,
      position: {
        lat: centre.lat + 0.0002 * index + 0.004 * Math.sin(sequence / 9 + index),
        lng: centre.lng + 0.004 * Math.cos(sequence / 7 + index),
      },
    })
  const all = () => Array.from({ length: VEHICLES }, (_, index) => at(index))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const version = () => `quick.${sequence}`
    const send = (data: Partial<Changes>) =>
      response.write(
        `id: ${version()}\nevent: changes\ndata: ${JSON.stringify({ ...none, ...data })}\n\n`,
      )
    const slots = [0, ...Array.from({ length: VEHICLES - 1 }, () => 1)]
    send({ version: version(), after: null, meta: meta(), added: all(), slots })
    const timer = setInterval(() => {
      if (!isPlaying) return
      const after = version()
      sequence += 1
      const positions = all().map(({ position }) => position)
      send({ version: version(), after, meta: meta(), fields: [['position', slots, positions]] })
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

const none = { ...noDifference, atMs: Date.now(), departures: [] }

const meta = () =>
  liveMeta({ fetchedAt: new Date().toISOString(), loaded: VEHICLES, about: VEHICLES })
