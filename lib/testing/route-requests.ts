import { createArrivedBookingRoutes } from '@/lib/api/routes/arrived-bookings'
import { createMapRoutes } from '@/lib/api/routes/map'
import { createPlaceRoutes, type PlaceSearch } from '@/lib/api/routes/places'
import { createRecordingRoutes } from '@/lib/api/routes/recording'
import { createRoadRoutes } from '@/lib/api/routes/roads'
import { createServiceRoutes } from '@/lib/api/routes/service'
import { createWatchListRoutes } from '@/lib/api/routes/watch-list'
import { createWebhookRoutes } from '@/lib/api/routes/webhooks'
import { createRoads } from '@/lib/city/roads/roads'
import { createMemoryStore } from '@/lib/fleet/watch-list/memory-store'
import { createWatchList } from '@/lib/fleet/watch-list/watch-list'
import { createObservationRecorder } from '@/lib/inspect/observations/recorder'
import { noRecordings } from '@/lib/recording/stored-recordings'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { createReferenceService } from '@/lib/reference/service'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import { createServiceClient } from '@/lib/upstream/service'
import { shareAnswers } from '@/lib/upstream/shared-answers'
import { request, type TestAuth } from './auth'
import { noCity } from './maps/cities'
import { state } from './routes'
import { webhooksWith } from './webhooks'

/** An existing vehicle. */
export interface KnownVehicle {
  readonly id: string
  readonly ourRef: string
}

const send = createReferenceService({
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

export function routesFor(auth: TestAuth) {
  const observations = () => ({ ...observer.read(), pace: null })
  return createServiceRoutes(async () => ({ shared, state: () => state, observations }), {
    access: async () => auth.auth.access,
  })
}

const webhooks = await webhooksWith([{ booking: { id: 'b-1', status: 'pending', customer_name: 'Canary' } }])

const watchStore = createMemoryStore()
const watchList = createWatchList({ store: async () => watchStore, log: () => undefined })

function watchRoutesFor(auth: TestAuth) {
  return createWatchListRoutes(async () => watchList, { access: async () => auth.auth.access })
}

function roadRoutesFor(auth: TestAuth) {
  return createRoadRoutes(async () => createRoads(noCity), {
    access: async () => auth.auth.access,
  })
}

const placeSearch: PlaceSearch = {
  findVehicles: async () => [{ id: 'v-7', ourRef: 'Bay 4', licencePlate: null }],
  findPlaces: async () => ({ places: [], index: 'none', geocoder: 'none' }),
  near: async (positions) => ({ near: positions.map(() => null), index: 'none' }),
}

const recordingRoutesFor = (auth: TestAuth) =>
  createRecordingRoutes(async () => ({ ...noRecordings, isOff: false }), {
    access: async () => auth.auth.access,
  })

/** Query of the hour that the recording routes are asked for. */
const SPAN = 'from=2026-05-01T16:00:00Z&to=2026-05-01T17:00:00Z'

const webhookRoutesFor = (auth: TestAuth) =>
  createWebhookRoutes(async () => webhooks, {
    access: async () => auth.auth.access,
    originOf: () => 'https://kerbside.example',
    vehiclesByWebhook: async () => ({ here: 2, elsewhere: 1, none: 0, unread: 0 }),
    retentionDays: 30,
  })

const bookingRoutesFor = (auth: TestAuth) =>
  createArrivedBookingRoutes(async () => webhooks, { access: async () => auth.auth.access })

export type Ask = (more: Parameters<typeof request>[1]) => Promise<Response>

/** A request of existing data to every route that answers data. */
export function asks(auth: TestAuth, { id: vehicleId, ourRef }: KnownVehicle): Record<string, Ask> {
  const routes = routesFor(auth)
  const mapRoutes = createMapRoutes(async () => onePictureMap, { access: async () => auth.auth.access })
  const watchRoutes = watchRoutesFor(auth)
  const roadRoutes = roadRoutesFor(auth)
  const position = { lat: 51.5, lng: -0.1 }
  const post = (path: string, body: unknown, more: Parameters<typeof request>[1]) =>
    request(path, { method: 'POST', body, ...more })
  const placeRoutes = createPlaceRoutes(async () => placeSearch, { access: async () => auth.auth.access })
  const webhookRoutes = webhookRoutesFor(auth)
  const bookingRoutes = bookingRoutesFor(auth)
  const recording = recordingRoutesFor(auth)
  const recordingOf = (path: string) => `/api/recording${path}position=51.5,-0.1&radius=2000`
  const context = { params: Promise.resolve({ vehicleId }) }
  return {
    vehicles: (more) => routes.vehicles(request('/api/vehicles?position=51.5,-0.1&radius=20000', more)),
    observations: (more) => routes.observations(request('/api/observations', more)),
    vehicle: (more) => routes.vehicle(request(`/api/vehicles/${vehicleId}`, more), context),
    vehicleStatus: (more) =>
      routes.vehicleStatus(request(`/api/vehicles/${vehicleId}/status`, more), context),
    vehicleByOurRef: (more) =>
      routes.vehicleByOurRef(request(`/api/vehicles/by-our-ref?our_ref=${ourRef}`, more)),
    exampleVehicle: (more) => routes.exampleVehicle(request('/api/vehicles/example', more)),
    exampleBooking: (more) => routes.exampleBooking(request('/api/bookings/example', more)),
    service: (more) => routes.service(request('/api/service', more)),
    mapTile: (more) => mapRoutes.mapTile(request('/map/v/0/0/0', more)),
    roadTimes: (more) =>
      roadRoutes.roadTimes(post('/api/roads/times', { to: position, from: [51_500_000, -100_000] }, more)),
    roadPath: (more) => roadRoutes.roadPath(post('/api/roads/path', { from: position, to: position }, more)),
    roadStreets: (more) =>
      roadRoutes.roadStreets(request('/api/roads/streets?position=51.5,-0.1&radius=2000', more)),
    roadWaits: (more) =>
      roadRoutes.roadWaits(post('/api/roads/wait', { centre: position, radius: 2000, from: [] }, more)),
    recordedAreas: (more) => recording.recordedAreas(request('/api/recording/areas', more)),
    recordingTimeline: (more) => recording.recordingTimeline(request(recordingOf('?'), more)),
    recordedFrames: (more) => recording.recordedFrames(request(recordingOf(`/frames?${SPAN}&`), more)),
    recordedTrail: (more) =>
      recording.recordedTrail(request(recordingOf(`/vehicle?id=${vehicleId}&${SPAN}&`), more)),
    recordedExport: (more) =>
      recording.recordedExport(request(recordingOf(`/export?format=csv&${SPAN}&`), more)),
    unknownRoute: (more) => routes.unknownRoute(request('/api/nothing', more)),
    watchList: (more) => watchRoutes.watchList(request('/api/watch-list', more)),
    watchedChanges: async (more) => {
      await watchList.add(null, vehicleId, null)
      return watchRoutes.watchedChanges(request(`/api/watch-list/${vehicleId}`, more), context)
    },
    find: (more) =>
      placeRoutes.find(request('/api/find', { method: 'POST', body: { text: 'Bay', near: null }, ...more })),
    placesNear: (more) =>
      placeRoutes.placesNear(
        request('/api/places/near', { method: 'POST', body: { positions: [{ lat: 0, lng: 0 }] }, ...more }),
      ),
    webhooks: (more) => webhookRoutes.webhooks(request('/api/webhooks', more)),
    unrecognisedDeliveries: (more) =>
      bookingRoutes.unrecognisedDeliveries(request('/api/webhooks/unrecognised', more)),
    arrivedBookings: (more) => bookingRoutes.arrivedBookings(request('/api/bookings/arrived', more)),
    arrivedBooking: async (more) => {
      const [booking] = (await webhooks.inbox.page(1, null)).bookings
      const params = Promise.resolve({ key: booking?.key ?? '' })
      return bookingRoutes.arrivedBooking(request('/api/bookings/arrived/key', more), { params })
    },
    vehicleBookings: (more) =>
      bookingRoutes.vehicleBookings(request(`/api/vehicles/${vehicleId}/bookings`, more), context),
    me: (more) => auth.routes.me(request('/api/me', more)),
    operators: (more) => auth.routes.operators(request('/api/operators', more)),
    audit: (more) => auth.routes.audit(request('/api/audit', more)),
    auditCsv: (more) => auth.routes.auditCsv(request('/api/audit/csv', more)),
  }
}

/** A request of something that does not exist to every changing route with a session. */
export function changes(auth: TestAuth): Record<string, Ask> {
  const { routes } = auth
  const watchRoutes = watchRoutesFor(auth)
  const webhookRoutes = webhookRoutesFor(auth)
  const vehicle = { params: Promise.resolve({ vehicleId: 'nothing' }) }
  const context = { params: Promise.resolve({ id: 'nothing' }) }
  const post = (path: string, more: Parameters<typeof request>[1], body: unknown = {}) =>
    request(path, { method: 'POST', body, ...more })
  const remove = (path: string, more: Parameters<typeof request>[1]) =>
    request(path, { method: 'DELETE', body: {}, ...more })
  return {
    watch: (more) =>
      watchRoutes.watch(
        request('/api/watch-list/nothing', { method: 'PUT', body: { list: 'own' }, ...more }),
        vehicle,
      ),
    unwatch: (more) => watchRoutes.unwatch(remove('/api/watch-list/nothing?list=own', more), vehicle),
    addWebhook: (more) => webhookRoutes.addWebhook(post('/api/webhooks', more)),
    revokeWebhook: (more) => webhookRoutes.revokeWebhook(remove('/api/webhooks/nothing', more), context),
    invite: (more) => routes.invite(post('/api/operators', more)),
    changeOperator: (more) =>
      routes.changeOperator(
        request('/api/operators/nothing', { method: 'PATCH', body: {}, ...more }),
        context,
      ),
    endSessions: (more) => routes.endSessions(remove('/api/operators/nothing/sessions', more), context),
    resetOperator: (more) => routes.resetOperator(post('/api/operators/nothing/reset', more), context),
    turnTwoFactorOff: (more) =>
      routes.turnTwoFactorOff(remove('/api/operators/nothing/two-factor', more), context),
    unlock: (more) => routes.unlock(remove('/api/operators/nothing/lock', more), context),
    deleteOperator: (more) => routes.deleteOperator(remove('/api/operators/nothing', more), context),
    revokeInvitation: (more) => routes.revokeInvitation(remove('/api/invitations/nothing', more), context),
    recordExport: (more) => routes.recordExport(post('/api/audit/export', more)),
    changePassword: (more) => routes.changePassword(post('/api/auth/password', more)),
    beginTwoFactor: (more) => routes.beginTwoFactor(post('/api/auth/two-factor', more)),
    confirmTwoFactor: (more) => routes.confirmTwoFactor(post('/api/auth/two-factor/confirm', more)),
    endTwoFactor: (more) => routes.endTwoFactor(remove('/api/auth/two-factor', more)),
    signOutEverywhere: (more) => routes.signOutEverywhere(remove('/api/me/sessions', more)),
  }
}
