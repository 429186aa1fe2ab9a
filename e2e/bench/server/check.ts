import { createParser } from 'eventsource-parser'
import type { Changes, LiveVehicle } from '@/lib/api/contract/live'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { distanceMetres, type Position } from '@/lib/reference/geo'
import { applyTo } from '@/lib/testing/live-browser'
import type { CountedService } from './upstream'

const DELTAS = 3
const DEADLINE_MS = 60_000

type Known = ReadonlyMap<string, LiveVehicle>

/**
 * Checks that a list of a snapshot and some deltas equals the service's list.
 * @throws Error with the first difference
 */
export async function checkLive(
  url: string,
  { fleet, centre, radius }: { fleet: Fleet; centre: Position; radius: number },
  service: CountedService,
): Promise<void> {
  let slots: (LiveVehicle | undefined)[] = []
  const controller = new AbortController()
  const late = setTimeout(
    () => controller.abort(new Error(`No ${DELTAS} deltas in ${DEADLINE_MS} ms`)),
    DEADLINE_MS,
  )
  let listMs = 0
  let deltas = 0
  let hasList = false
  service.take()
  const parser = createParser({
    onEvent({ event, data }) {
      if (event !== 'changes') return
      const changes: Changes = JSON.parse(data)
      if (changes.after === null) slots = []
      applyTo(slots, changes)
      if (changes.isPart) return
      const isFirst = !hasList
      hasList = true
      if (isFirst) return
      const known = new Map(slots.flatMap((record) => (record ? [[record.id, record] as const] : [])))
      listMs = service.take().findLast(({ isLast }) => isLast)?.listMs ?? listMs
      compare(known, { fleet, centre, radius }, listMs)
      deltas++
    },
  })
  const response = await fetch(url, { signal: controller.signal, headers: { accept: 'text/event-stream' } })
  if (!response.ok || !response.body) throw new Error(`GET ${url}: ${response.status}`)
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (deltas >= DELTAS) break
  }
  clearTimeout(late)
  controller.abort()
  if (deltas < DELTAS) throw new Error(`The stream ended after ${deltas} deltas`)
}

function compare(
  known: Known,
  { fleet, centre, radius }: { fleet: Fleet; centre: Position; radius: number },
  atMs: number,
): void {
  let expected = 0
  for (let index = 0; index < fleet.size; index++) {
    const { id, position, status } = fleet.record(index, atMs)
    if (distanceMetres(centre, position) > radius) continue
    expected++
    const one = known.get(id)
    const isSame =
      one?.position?.lat === position.lat && one.position.lng === position.lng && one.status === status
    if (!isSame)
      throw new Error(
        `${id} is ${JSON.stringify(one)}, the service has it at ${JSON.stringify(position)}, ${status}`,
      )
  }
  if (known.size !== expected)
    throw new Error(`${known.size} vehicles on the stream, ${expected} in the service`)
}
