import { parseArgs } from 'node:util'
import { destination } from '@/lib/interface/geometry'
import { createFileFleet } from '@/lib/reference/fleets/file-fleet'
import type { GapAnswers } from '@/lib/reference/gaps'
import { serve } from '@/lib/reference/listen'
import { createReferenceService } from '@/lib/reference/service'

/** The Vehicle as sampled, §2.1. */
const FACTS = {
  type: 'car',
  functions: ['passenger'],
  image_url: 'https://images.example/v60.jpg',
  make: 'Volvo V60',
  year: 2015,
  licence_plate: 'AB 12345',
  passengers_max: 4,
  load_m3: 0.5,
  driver_name: 'Ines Calder',
  driver_email: 'driver@fleet.example',
  driver_phone_number: '+44 7700 900107',
  owner_name: 'Example Cars',
  owner_email: 'owner@fleet.example',
  price_per_km: 1.5,
  price_per_km_currency: 'EUR',
  price_per_minute: 0.25,
  price_per_minute_currency: 'EUR',
}

/** One old time for all; endpoints 3 and 4 answer the bare object; the last page has no cursor. */
const GAPS: Partial<GapAnswers> = {
  mtime: 'frozen',
  activeBooking: 'never',
  wrapperByOurRef: 'bare',
  wrapperStatus: 'bare',
  bookingWhen: 'now',
}

type Position = { lat: number; lng: number }
type Json = Record<string, unknown>

/**
 * A service that answers as the samples of the interface do: vehicles `p-1`, `p-2`, …,
 * the first one nearest to the centre, have the same values, and never move. About
 * three of four are available.
 * @param options they fill the circle evenly; sparse search objects have only `id` and `position`,
 * vehicles only `id` and `our_ref`
 */
export function createPlainService(options: {
  centre: Position
  vehicles: number
  radiusMetres: number
  isSparse: boolean
  key: string
  pages?: GapAnswers['pages']
}): (request: Request) => Promise<Response> {
  const { centre, vehicles, radiusMetres, isSparse, key, pages } = options
  const rows = Array.from({ length: vehicles }, (_, index) => {
    // A sunflower: turned by the golden angle, the square of the distance grows evenly.
    const metres = radiusMetres * Math.sqrt((index + 0.5) / vehicles)
    const { lat, lng } = destination(centre, (index * 137.508) % 360, metres)
    return {
      id: `p-${index + 1}`,
      position: { lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) },
      status: (index * 0.618034) % 1 < 0.77 ? 'available' : 'busy',
      activeBookingId: null,
      facts: { our_ref: `REF-${index + 1}`, ...FACTS },
    }
  })
  const fleet = createFileFleet(rows, 'plain', { moving: 0 })
  const service = createReferenceService({ fleet, keys: [{ key }], gaps: { ...GAPS, pages } })
  return async (request) => {
    const response = await service(request)
    if (!isSparse || !response.ok || request.url.includes('/example')) return response
    const body: Json & { vehicles?: Json[]; vehicle?: Json } = await response.json()
    if (body.vehicles) return Response.json({ ...body, vehicles: body.vehicles.map(sparse) })
    return Response.json(body.vehicle ? { vehicle: sparse(body.vehicle) } : sparse(body))
  }
}

const sparse = ({ id, position, our_ref }: Json): Json => ({ id, position, our_ref })

if (process.argv[1] === import.meta.filename) {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  const { values } = parseArgs({
    options: {
      port: text('4030'),
      position: text('59.9139,10.7522'),
      vehicles: text('600'),
      sparse: { type: 'boolean', default: false },
    },
  })
  const [lat = 0, lng = 0] = values.position.split(',').map(Number)
  const key = 'plain-key'
  const handler = createPlainService({
    centre: { lat, lng },
    vehicles: Number(values.vehicles),
    radiusMetres: 2000,
    isSparse: values.sparse,
    key,
  })
  const { url } = await serve(handler, { port: Number(values.port) })
  process.stdout.write(
    `SERVICE_BASE_URL=${url} SERVICE_API_KEY=${key} MAP_POSITION=${values.position} KERBSIDE_AUTH=off npm start\n`,
  )
}
