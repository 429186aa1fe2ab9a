import type { DirectoryEntry } from '@/lib/api/contract/live'
import {
  ARRIVED_MAXIMUM,
  type ArrivedBooking,
  type ArrivedBookingPage,
  type ArrivedBookings,
  DELIVERIES_MAXIMUM,
  type UnrecognisedDeliveries,
  VEHICLE_BOOKINGS_MAXIMUM,
  type VehicleBooking,
  type VehicleBookings,
  type WebhookDelivery,
} from '@/lib/api/contract/webhooks'
import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { isOurRef, isVehicleId, ourRefAllowed, vehicleIdAllowed } from '@/lib/interface/identifiers'
import type { Parameter } from '@/lib/interface/search'
import {
  type Inbox,
  type ArrivedBooking as InboxBooking,
  parseCursor,
  type StoredDelivery,
} from '@/lib/webhooks/inbox'
import type { Webhooks } from '@/lib/webhooks/webhooks'

interface KeyContext {
  readonly params: Promise<{ readonly key: string }>
}

interface VehicleContext {
  readonly params: Promise<{ readonly vehicleId: string }>
}

const listParameters = {
  after: {
    parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
    allowed: 'a version of an earlier answer',
  } satisfies Parameter<number>,
  before: {
    parse: (text) => (parseCursor(text) ? text : null),
    allowed: '`older` of an earlier answer',
  } satisfies Parameter<string>,
}

const reference = {
  parse: (text) => (isOurRef(text) ? text : null),
  allowed: ourRefAllowed,
} satisfies Parameter<string>
/** Of the vehicle's record. */
const vehicleParameters = { our_ref: reference, active_booking_id: reference }

/** A page that asks for changes is one audit event a quarter of an hour. */
const OPEN_LIST = { action: 'open-record', subject: 'arrived bookings' } as const

const OPEN_UNRECOGNISED = { action: 'open-record', subject: 'deliveries not recognised' } as const

const COUNT_MS = 5_000

export interface ArrivedBookingRoutesOptions extends HandlerOptions {
  /** The directory's entry of a vehicle. */
  readonly namesOf?: (vehicleId: string) => Promise<DirectoryEntry | null>
}

/** Bookings out of the deliveries of webhooks. */
export function createArrivedBookingRoutes(
  open: () => Promise<Webhooks>,
  { namesOf = async () => null, ...options }: ArrivedBookingRoutesOptions,
  now: () => number = () => performance.now(),
) {
  const handle = createHandler(options)

  async function shownDeliveries(deliveries: readonly StoredDelivery[]): Promise<WebhookDelivery[]> {
    const names = new Map((await (await open()).tokens.list()).map(({ id, name }) => [id, name]))
    return deliveries.map((one) => shownDelivery(one, names.get(one.received.tokenId) ?? null))
  }

  let counted: { readonly atMs: number; readonly counts: ReturnType<typeof countAll> } | null = null
  /** Every open list asks every two seconds, and the deliveries are many. */
  function counts(inbox: Inbox): ReturnType<typeof countAll> {
    if (!counted || now() - counted.atMs >= COUNT_MS) {
      counted = { atMs: now(), counts: countAll(inbox) }
      counted.counts.catch(() => {
        counted = null
      })
    }
    return counted.counts
  }

  return {
    /** `GET /api/webhooks/unrecognised` */
    unrecognisedDeliveries: (request: Request) =>
      handle(request, { role: 'dispatcher', audit: OPEN_UNRECOGNISED }, async () => {
        const { inbox } = await open()
        const [deliveries, total] = await Promise.all([
          inbox.unrecognised(DELIVERIES_MAXIMUM).then(shownDeliveries),
          inbox.countUnrecognised(),
        ])
        return { data: { deliveries, total } satisfies UnrecognisedDeliveries }
      }),

    /** `GET /api/bookings/arrived` */
    arrivedBookings: (request: Request) =>
      handle(
        request,
        { role: 'dispatcher', audit: OPEN_LIST, parameters: listParameters },
        async ({ parameters: { after, before = null } }) => {
          const { inbox, tokens } = await open()
          const { bookings, older, unreadable } =
            after === undefined
              ? await inbox.page(ARRIVED_MAXIMUM, before)
              : { bookings: await inbox.changedAfter(after, ARRIVED_MAXIMUM), older: null, unreadable: 0 }
          const version = Math.max(after ?? 0, ...bookings.map((one) => one.version))
          const isReceiving = (await tokens.list()).some(({ revokedAtMs }) => revokedAtMs === null)
          return {
            data: {
              ...{ bookings: bookings.map(shownBooking), version, older, unreadable, isReceiving },
              ...(await counts(inbox)),
            } satisfies ArrivedBookings,
          }
        },
      ),

    /** `GET /api/bookings/arrived/{key}` */
    arrivedBooking: async (request: Request, { params }: KeyContext) => {
      const { key } = await params
      const audit = { action: 'open-record', subject: `arrived booking ${key.slice(0, 22)}` } as const
      return handle(request, { role: 'dispatcher', audit }, async () => {
        const { inbox } = await open()
        const [booking, deliveries] = await Promise.all([
          inbox.find(key),
          inbox.deliveriesOf(key, DELIVERIES_MAXIMUM),
        ])
        if (!booking) throw new AccessError('not-found')
        const data: ArrivedBookingPage = {
          booking: shownBooking(booking),
          deliveries: await shownDeliveries(deliveries),
        }
        return { data }
      })
    },

    /** `GET /api/vehicles/{vehicleId}/bookings`: without customers and addresses, so that a selection is no opening. */
    vehicleBookings: async (request: Request, { params }: VehicleContext) => {
      const { vehicleId } = await params
      const rules = { role: 'dispatcher', parameters: vehicleParameters } as const
      return handle(request, rules, async ({ parameters }) => {
        if (!isVehicleId(vehicleId)) throw new InvalidInput('vehicleId', vehicleIdAllowed, vehicleId)
        const { inbox } = await open()
        const isNamed = parameters.our_ref !== undefined || parameters.active_booking_id !== undefined
        const { our_ref = null, active_booking_id = null } = isNamed
          ? parameters
          : ((await namesOf(vehicleId)) ?? {})
        const [ofVehicle, active] = await Promise.all([
          inbox.ofVehicle(vehicleId, our_ref, VEHICLE_BOOKINGS_MAXIMUM),
          active_booking_id === null ? null : inbox.findById(active_booking_id),
        ])
        const others = ofVehicle.filter(({ key }) => key !== active?.key)
        const bookings = [
          ...(active ? [vehicleBooking(active, true)] : []),
          ...others.map((one) => vehicleBooking(one, false)),
        ]
        return { data: { bookings } satisfies VehicleBookings }
      })
    },
  }
}

async function countAll(inbox: Inbox): Promise<Pick<ArrivedBookings, 'total' | 'unrecognised'>> {
  const [total, unrecognised] = await Promise.all([inbox.countBookings(), inbox.countUnrecognised()])
  return { total, unrecognised }
}

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOf = (ms: number | null): string | null => (ms === null ? null : iso(ms))

function shownBooking({
  version: _version,
  changes,
  firstReceivedAtMs,
  lastReceivedAtMs,
  ...rest
}: InboxBooking): ArrivedBooking {
  return {
    ...rest,
    statuses: changes.map(({ status, modifiedAtMs, receivedAtMs, deliveryId }) => ({
      ...{ status, deliveryId },
      modifiedAt: isoOf(modifiedAtMs),
      receivedAt: iso(receivedAtMs),
    })),
    firstReceivedAt: iso(firstReceivedAtMs),
    lastReceivedAt: iso(lastReceivedAtMs),
  }
}

function shownDelivery(
  { received, text, delivery, isRepeat }: StoredDelivery,
  address: string | null,
): WebhookDelivery {
  const { id, receivedAtMs, contentType, headers } = received
  const { form, event, bookings } = delivery
  return {
    ...{ id, address, contentType, headers, form, isRepeat },
    receivedAt: iso(receivedAtMs),
    body: text,
    event: event && { name: event.name, isKnown: event.known !== null },
    bookings: bookings.length,
  }
}

function vehicleBooking(booking: InboxBooking, isActive: boolean): VehicleBooking {
  const { key, id, ourRef, status, isOrderKnown, firstReceivedAtMs, lastReceivedAtMs } = booking
  return {
    ...{ key, id, ourRef, status, isOrderKnown, isActive },
    firstReceivedAt: iso(firstReceivedAtMs),
    lastReceivedAt: iso(lastReceivedAtMs),
  }
}
