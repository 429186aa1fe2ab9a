import type { AnyRoute } from '@/lib/api/http/route'
import type { Parts } from '@/lib/api/parts'
import { table } from '@/lib/api/table'
import { createRoads } from '@/lib/city/roads/roads'
import { createMemoryDesk } from '@/lib/desk/desk'
import { createMemoryReadings } from '@/lib/fleet/status-readings/status-readings'
import { createMemoryStore } from '@/lib/fleet/watch-list/memory-store'
import { createWatchList } from '@/lib/fleet/watch-list/watch-list'
import { createObservationRecorder } from '@/lib/inspect/observations/recorder'
import type { JsonObject } from '@/lib/interface/resources'
import { noRecordings } from '@/lib/recording/stored-recordings'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { createReferenceService } from '@/lib/reference/service'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'
import { shareAnswers } from '@/lib/upstream/shared-answers'
import type { Board } from '@/lib/zones/zone-board'
import { createMemoryZones } from '@/lib/zones/zones'
import { alertsOver } from './alerts'
import { apiOver } from './api'
import { type RequestOptions, request, type TestAuth } from './auth'
import { noCity } from './maps/cities'
import { state } from './routes'
import { webhooksWith } from './webhooks'

// One moment: two answers of a vehicle are compared.
const startedMs = Date.now()
const send = createReferenceService({
  now: () => startedMs,
  fleet: createDemoFleet({ centre: { lat: 51.5, lng: -0.1 }, vehicles: 20 }),
  keys: [{ key: 'k' }],
})
const observer = createObservationRecorder(Date.now)
observer.onDelivery({ contentType: null, content: {}, event: null, bookings: [], isRepeat: false })
const transport = createTransport({
  observer,
  baseUrl: 'http://reference.localhost',
  key: fixedKey('k'),
  // Unknown fields may be personal too, at any depth.
  send: async (asked) => {
    const response = await send(asked)
    const text = (await response.text())
      .replace('"driver_name"', '"drivers_nickname":"Canary","driver_name"')
      .replaceAll('"position":{', '"position":{"drivers_phone":"Canary",')
      .replace('"webhooks":{', '"webhooks":{"of":{"driver":"Canary"},')
      .replace(/"vehicle_extra_info":"[^"]*"/, '"vehicle_extra_info":{"driver":"Canary"}')
      .replace('"functions":[', '"functions":[{"driver":"Canary"},')
    return new Response(text, response)
  },
})
const shared = shareAnswers(createServiceClient({ transport, observer }))

const onePictureMap = {
  version: 'v',
  contentType: 'image/png',
  contentEncoding: null,
  tile: async () => new ArrayBuffer(8),
}

const webhooks = await webhooksWith([
  { booking: { id: 'b-1', status: 'pending', customer_name: 'Canary' } },
])
const statusReadings = createMemoryReadings()
const desk = createMemoryDesk()
const zones = createMemoryZones([])
const zoneBoard: Board = {
  read: async () => ({ ageMs: null, nowMs: 0, zones: [] }),
  count: async () => ({ zoneList: await zones.list(), counts: [], placed: [] }),
}
const alerts = alertsOver({})
const bay4 = { id: 'v-7', ourRef: 'Bay 4', licencePlate: null }
const watchStore = createMemoryStore()
const watchList = createWatchList({ store: async () => watchStore, log: () => undefined })

/** Every route, over parts with data in them. */
export function everyRoute(
  auth: TestAuth,
  more: Partial<Parts> = {},
): (request: Request) => Promise<Response> {
  return apiOver({
    auth: async () => auth.auth,
    access: async () => auth.auth.access,
    upstream: async () => ({
      shared,
      state: () => state,
      observations: () => ({ ...observer.read(), pace: null }),
    }),
    watchList: async () => watchList,
    statusReadings: async () => statusReadings,
    desk: async () => desk,
    zones: async () => zones,
    zoneBoard: async () => zoneBoard,
    alerts: async () => alerts,
    live: async () =>
      ({ subscribe: () => ({ stream: new Response('').body, close: () => undefined }) }) as never,
    roads: async () => createRoads(noCity),
    places: async () => ({
      findVehicles: async () => [bay4],
      findDrivers: async (text) => ({
        vehicles: [{ ...bay4, name: text, phone: null, readAtMs: 0 }],
        unread: 0,
      }),
      findPlaces: async () => ({ places: [], index: 'none', geocoder: 'none' }),
      near: async (positions) => ({ near: positions.map(() => null), index: 'none' }),
      landmarks: async () => [],
    }),
    recordings: async () => ({ ...noRecordings, isOff: false }),
    mapArchive: async () => onePictureMap,
    webhooks: async () => webhooks,
    originOf: () => 'https://kerbside.example',
    vehiclesByWebhook: async () => ({ here: 2, elsewhere: 1, none: 0, unread: 0 }),
    bookingRetentionDays: () => 30,
    ...more,
  })
}

/** Values of existing data, by their names in addresses and queries. */
export async function knownValues(
  auth: TestAuth,
  cookie: string,
): Promise<Readonly<Record<string, string>>> {
  const read = async (path: string) =>
    (await (await everyRoute(auth)(request(path, { cookie }))).json()).data
  const { vehicles } = await read('/api/vehicles?position=51.5,-0.1&radius=20000')
  const { id: vehicleId, our_ref } = await firstWithAll(OPTIONAL_FIELDS, vehicles, read)
  await watchList.add(null, vehicleId, null)
  const [booking] = (await webhooks.inbox.page(1, null)).bookings
  return { vehicleId, our_ref, key: booking?.key ?? '' }
}

/** Fields that tests of roles look for and that not every vehicle has. */
const OPTIONAL_FIELDS = ['our_ref', 'webhooks', 'vehicle_extra_info', 'owner_phone_number']

/** Which vehicle comes first depends on the time. @returns its record as received */
async function firstWithAll(
  fields: readonly string[],
  vehicles: readonly { readonly id: string }[],
  read: (path: string) => Promise<{ readonly raw: JsonObject }>,
): Promise<{ readonly id: string; readonly our_ref: string }> {
  for (const { id } of vehicles) {
    const { raw } = await read(`/api/vehicles/${id}`)
    if (fields.every((name) => raw[name] != null)) return { id, our_ref: String(raw.our_ref) }
  }
  throw new Error(`No vehicle has ${fields.join(', ')}`)
}

/**
 * The request of a route's example. `known` values replace others, and an unknown one
 * in an address is `nothing`.
 */
export function exampleOf(
  { name, rules: { example = {}, parameters = {} } }: AnyRoute,
  known: Readonly<Record<string, string>>,
  more: RequestOptions = {},
): Request {
  const [method, template] = name.split(' ') as [string, string]
  const { body = {}, ...values } = { ...example, ...known } as Record<string, unknown>
  const path = template.replaceAll(/\{(\w+)\}/g, (_, value) =>
    encodeURIComponent(String(values[value] ?? 'nothing')),
  )
  const query = Object.keys(parameters).flatMap((parameter) =>
    values[parameter] === undefined ? [] : [[parameter, String(values[parameter])]],
  )
  const search = query.length === 0 ? '' : `?${new URLSearchParams(query)}`
  return request(path + search, { method, ...(method !== 'GET' && { body }), ...more })
}

export function routeOf(name: (typeof table)[number]['name']): AnyRoute {
  return table.find((one) => one.name === name) as AnyRoute
}
