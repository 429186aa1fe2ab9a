import { parseArgs } from 'node:util'
import { destination, distanceMetres } from '@/lib/interface/geometry'
import { serve } from '@/lib/reference/listen'

/** The search object as sampled, §2.2, without id and position. */
const SEARCH_OBJECT = {
  mtime: '2017-02-22T15:16:30.250+00:00',
  status: 'available',
  type: 'car',
  year: 2015,
  functions: 'passenger',
  passengers_max: 4,
  load_m3: 0.5,
  price_per_km: 1.5,
  price_per_minute: 0.25,
  make: 'Volvo V60',
  image_url: 'https://images.example/v60.jpg',
}

/** The Vehicle as sampled, §2.1, without id and our_ref. */
const VEHICLE = {
  ctime: '2017-02-20T09:05:12.125Z',
  mtime: '2017-02-22T15:16:30.250Z',
  active_booking_id: null,
  type: 'car',
  functions: ['passenger'],
  image_url: 'https://images.example/v60.jpg',
  make: 'Volvo V60',
  year: 2015,
  licence_plate: 'AB 12345',
  vehicle_licence: 'VL-204417',
  vehicle_extra_info: 'Child seat on request',
  passengers_max: 4,
  load_m3: 0.5,
  driver_name: 'Ines Calder',
  driver_email: 'driver@fleet.example',
  driver_phone_number: '+44 7700 900107',
  driver_licence: 'DL-802174',
  driver_extra_info: 'Speaks French',
  owner_name: 'Example Cars',
  owner_email: 'owner@fleet.example',
  owner_phone_number: '+44 7700 900108',
  owner_licence: 'OL-3391',
  owner_extra_info: 'Office in the harbour',
  price_per_km: 1.5,
  price_per_km_currency: 'EUR',
  price_per_minute: 0.25,
  price_per_minute_currency: 'EUR',
  extra_price_airport: 5,
  extra_price_airport_currency: 'EUR',
  extra_price_parking: 2,
  extra_price_parking_currency: 'EUR',
  webhooks: { 'vehicle-booking-create': 'https://hooks.example/vehicle-booking-create' },
}

/** The Booking as sampled, §2.4, without its vehicle and positions. */
const BOOKING = {
  id: 'b-1',
  ctime: '2017-02-22 15:10:02.500 GMT',
  mtime: '2017-02-22 15:10:04.750 GMT',
  our_ref: 'JOB-2041',
  when: 'now',
  status: 'pending',
  error: '',
  customer_name: 'Orla Penhallow',
  customer_phone_number: '+44 7700 900109',
  from_user_id: 'u-17',
  to_user_id: 'u-3',
  from_label: '14 Lantern Street',
  to_label: 'Quayside Station',
  webhooks: { booking_status_changed: 'https://hooks.example/booking_status_changed' },
  totals: {
    currency: 'EUR',
    surge: 2.5,
    extras: 3,
    gross: 20,
    code: 'WELCOME10',
    discount: 2,
    net: 18,
    tax: 4.5,
    total: 22.5,
  },
}

type Position = { lat: number; lng: number }

export interface PlainServiceOptions {
  readonly centre: Position
  /** Evenly spread round `centre`. */
  readonly vehicles?: number
  /** Of the circle that they fill. */
  readonly radiusMetres?: number
  /** Share of the vehicles with the sampled status `available`; the others have `otherStatus`. */
  readonly available?: number
  readonly otherStatus?: string
  /** Search objects have only `id` and `position`, vehicles only `id` and `our_ref`. */
  readonly isSparse?: boolean
  readonly key?: string
}

/** Positions of the vehicles `p-1`, `p-2`, …, the first one nearest to the centre, in degrees to six decimals. */
export function plainPositions({
  centre,
  vehicles = 600,
  radiusMetres = 2000,
}: PlainServiceOptions): Position[] {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return Array.from({ length: vehicles }, (_, index) => {
    // A sunflower: turned by the golden angle, the square of the distance grows evenly.
    const metres = radiusMetres * Math.sqrt((index + 0.5) / vehicles)
    const { lat, lng } = destination(centre, (index * 137.508) % 360, metres)
    return { lat: round(lat), lng: round(lng) }
  })
}

/**
 * A service that answers as the samples of the interface do and nothing more: all vehicles have the same values,
 * one old `mtime` too, and never move. Wrappers: endpoints 3 and 4 answer the bare object; the last page of a search
 * has no `next_cursor`.
 */
export function createPlainService(options: PlainServiceOptions): (request: Request) => Promise<Response> {
  const { centre, available = 1, otherStatus = 'busy', isSparse = false, key = 'plain-key' } = options
  const positions = plainPositions(options)
  const searchObject = (index: number) => {
    const id = `p-${index + 1}`
    const position = positions[index]
    if (isSparse) return { id, position }
    const status = (index * 0.618034) % 1 < available ? SEARCH_OBJECT.status : otherStatus
    return { id, ...SEARCH_OBJECT, status, position }
  }
  // The interface: one reference belongs to one vehicle.
  const vehicle = (index: number) => {
    const names = { id: `p-${index + 1}`, our_ref: `REF-${index + 1}` }
    return isSparse ? names : { ...names, ...VEHICLE }
  }
  const indexOf = (text: string | null, prefix: string) => {
    const index = text?.startsWith(prefix) ? Number(text.slice(prefix.length)) - 1 : -1
    return Number.isInteger(index) && index < positions.length ? index : -1
  }

  function search({ searchParams }: URL): Response {
    const [lat = Number.NaN, lng = Number.NaN] = (searchParams.get('position') ?? '').split(',').map(Number)
    const [radius = 1000, limit = 10, cursor = 0] = ['radius', 'limit', 'cursor'].map((name) => {
      const text = searchParams.get(name)
      return text === null ? undefined : Number(text)
    })
    if ([lat, lng, radius, limit, cursor].some((number) => !Number.isFinite(number)) || limit < 1) {
      return json(400, { error: 'A parameter is missing or malformed' })
    }
    const type = searchParams.get('type')
    const isOfType = type === null || (!isSparse && type === SEARCH_OBJECT.type)
    const found = positions.flatMap((position, index) =>
      isOfType && distanceMetres({ lat, lng }, position) <= radius ? [index] : [],
    )
    const end = cursor + Math.floor(limit)
    return json(200, {
      query: `position=${lat},${lng}&limit=${limit}&radius=${radius}${type === null ? '' : `&type=${type}`}`,
      ...(end < found.length && { next_cursor: String(end) }),
      total: found.length,
      vehicles: found.slice(cursor, end).map(searchObject),
    })
  }

  return async (request) => {
    const url = new URL(request.url)
    if (request.headers.get('authorization') !== `Bearer ${key}` && url.searchParams.get('key') !== key) {
      return json(401, { error: 'Unauthorized' })
    }
    const path = url.pathname.replace(/^\/api\/beta\//, '')
    if (path === 'vehicles') return search(url)
    if (path === 'vehicles/example') {
      return json(200, { vehicle: { id: 'v-example', our_ref: 'REF-example', ...VEHICLE } })
    }
    if (path === 'bookings/example') {
      const booking = { ...BOOKING, vehicle_id: 'p-1', vehicle_our_ref: 'REF-1' }
      return json(200, { booking: { ...booking, from_position: centre, to_position: positions.at(-1) } })
    }
    const [, id = '', status] = path.match(/^vehicles\/([^/]+)(\/status)?$/) ?? []
    const isByOurRef = id === 'by-our-ref' && !status
    const index = isByOurRef ? indexOf(url.searchParams.get('our_ref'), 'REF-') : indexOf(id, 'p-')
    if (index < 0) return json(404, { error: 'Not found' })
    if (status) return json(200, searchObject(index))
    return json(200, isByOurRef ? vehicle(index) : { vehicle: vehicle(index) })
  }
}

const json = (status: number, body: unknown) => Response.json(body, { status })

const USAGE = `npm run plain-service -- [--port 4030] [--position 59.9139,10.7522] [--vehicles 600]
  [--radius 2000] [--available 0.77] [--other-status busy] [--sparse] [--key plain-key]
`

if (process.argv[1] === import.meta.filename) {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    options: {
      port: text('4030'),
      position: text('59.9139,10.7522'),
      vehicles: text('600'),
      radius: text('2000'),
      available: text('0.77'),
      'other-status': text('busy'),
      sparse: { type: 'boolean', default: false },
      key: text('plain-key'),
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(USAGE)
  else {
    const [lat = 0, lng = 0] = values.position.split(',').map(Number)
    const handler = createPlainService({
      centre: { lat, lng },
      vehicles: Number(values.vehicles),
      radiusMetres: Number(values.radius),
      available: Number(values.available),
      otherStatus: values['other-status'],
      isSparse: values.sparse,
      key: values.key,
    })
    const { url } = await serve(handler, { port: Number(values.port) })
    process.stdout.write(
      `SERVICE_BASE_URL=${url} SERVICE_API_KEY=${values.key} MAP_POSITION=${values.position} KERBSIDE_AUTH=off npm start\n`,
    )
  }
}
