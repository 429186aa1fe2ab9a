import { z } from 'zod'
import type { DirectoryEntry } from '@/lib/api/contract/live'
import { ProblemError } from '@/lib/api/contract/problem-error'
import {
  ARRIVED_MAXIMUM,
  type ArrivedBooking,
  DELIVERIES_AT_ONCE,
  DELIVERIES_MAXIMUM,
  DELIVERIES_PER_SECOND,
  VEHICLE_BOOKINGS_MAXIMUM,
  type WebhookDelivery,
} from '@/lib/api/contract/webhooks'
import { InvalidInput } from '@/lib/api/http/input'
import { route } from '@/lib/api/http/route'
import { isLoopback } from '@/lib/app/settings/listen-address'
import { isVehicleId, vehicleIdAllowed } from '@/lib/interface/identifiers'
import type { Parameter } from '@/lib/interface/search'
import { shownName } from '@/lib/interface/vehicle-name'
import { readArrivalState } from '@/lib/webhooks/arrival-state'
import {
  type Inbox,
  type ArrivedBooking as InboxBooking,
  parseCursor,
  type StoredDelivery,
} from '@/lib/webhooks/inbox'
import type { Webhooks } from '@/lib/webhooks/webhooks'
import { ourRefParameter } from './service'

const listParameters = {
  after: {
    parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
    allowed: 'a version of an earlier answer',
    schema: { type: 'integer', minimum: 0 },
  } satisfies Parameter<number>,
  before: {
    parse: (text) => (parseCursor(text) ? text : null),
    allowed: '`older` of an earlier answer',
  } satisfies Parameter<string>,
}

/** Texts of the vehicle's record. */
const vehicleParameters = { our_ref: ourRefParameter, active_booking_id: ourRefParameter }

const addressSchema = z.strictObject({ name: z.string().trim().min(1).max(80) })

export const bookings = [
  route(
    'GET /api/webhooks/unrecognised',
    {
      summary: 'Deliveries in which no booking was recognised',
      role: 'dispatcher',
      audit: { action: 'open-record', subject: 'deliveries not recognised' },
    },
    async ({ app }) => {
      const { inbox, tokens } = await app.webhooks()
      const [stored, total] = await Promise.all([
        inbox.unrecognised(DELIVERIES_MAXIMUM),
        inbox.countUnrecognised(),
      ])
      return { data: { deliveries: await shownDeliveries(stored, tokens), total } }
    },
  ),

  // The newest; with `?before=OLDER` those before them, and with `?after=VERSION` changes since,
  // the oldest first; the topic `arrived` of the live stream says when. A page that asks for
  // changes is one audit event a quarter of an hour.
  route(
    'GET /api/bookings/arrived',
    {
      summary: 'The bookings that arrived by webhook',
      role: 'dispatcher',
      audit: { action: 'open-record', subject: 'arrived bookings' },
      parameters: listParameters,
    },
    async ({ app, parameters: { after, before = null } }) => {
      const { inbox, tokens } = await app.webhooks()
      const { bookings, older, unreadable } =
        after === undefined
          ? await inbox.page(ARRIVED_MAXIMUM, before)
          : await changedAfter(inbox, after)
      const arrivals = await readArrivalState({ inbox, tokens }, app.clock.monotonicNow())
      return {
        data: {
          bookings: await Promise.all(bookings.map((one) => shownBooking(one, app.namesOf))),
          version: Math.max(after ?? 0, ...bookings.map((booking) => booking.version)),
          /** For the next `before`; null where there are no older ones, and with `after`. */
          older,
          /**
           * Bookings that were encrypted with another secret than `KERBSIDE_SECRET`:
           * there are none here for them.
           */
          unreadable,
          isReceiving: arrivals.isReceiving,
          total: arrivals.total,
          unrecognised: arrivals.unrecognised,
        },
      }
    },
  ),

  route(
    'GET /api/bookings/arrived/{key}',
    {
      summary: 'A booking that arrived, with its deliveries',
      role: 'dispatcher',
      audit: ({ key }) => ({
        action: 'open-record',
        subject: `arrived booking ${key.slice(0, 22)}`,
      }),
    },
    async ({ app, values: { key } }) => {
      const { inbox, tokens } = await app.webhooks()
      const [booking, deliveries] = await Promise.all([
        inbox.find(key),
        inbox.deliveriesOf(key, DELIVERIES_MAXIMUM),
      ])
      if (!booking) throw new ProblemError('not-found')
      return {
        data: {
          booking: await shownBooking(booking, app.namesOf),
          deliveries: await shownDeliveries(deliveries, tokens),
        },
      }
    },
  ),

  // Bookings that name the vehicle by the query's `our_ref` or `active_booking_id`, or by
  // the directory's: the active one, then the newest. Without customers and addresses, so
  // that a selection is no opening.
  route(
    'GET /api/vehicles/{vehicleId}/bookings',
    {
      summary: 'The bookings of a vehicle that arrived',
      role: 'dispatcher',
      parameters: vehicleParameters,
    },
    async ({ app, values: { vehicleId }, parameters }) => {
      if (!isVehicleId(vehicleId)) throw new InvalidInput('vehicleId', vehicleIdAllowed, vehicleId)
      const { inbox } = await app.webhooks()
      const isNamed = Object.keys(parameters).length > 0
      const names = isNamed ? parameters : await app.namesOf(vehicleId)
      const { our_ref = null, active_booking_id = null } = names ?? {}
      const [ofVehicle, active] = await Promise.all([
        inbox.ofVehicle(vehicleId, our_ref, VEHICLE_BOOKINGS_MAXIMUM),
        active_booking_id === null ? null : inbox.findById(active_booking_id),
      ])
      const others = ofVehicle.filter(({ key }) => key !== active?.key)
      const bookings = others.map((booking) => vehicleBooking(booking, false))
      if (active) bookings.unshift(vehicleBooking(active, true))
      return { data: { bookings } }
    },
  ),

  route(
    'GET /api/webhooks',
    { summary: 'The addresses for webhooks', role: 'administrator' },
    async ({ app, request }) => {
      const { tokens, inbox, ...webhooks } = await app.webhooks()
      // Before the deliveries are counted: where none waits, all are.
      const waitingBytes = await webhooks.waitingBytes()
      const [listed, counts] = await Promise.all([tokens.list(), inbox.countByToken()])
      const addresses = listed.map(({ id, name, createdAtMs, createdBy, revokedAtMs }) => {
        const { deliveries = 0, lastReceivedAtMs = null } = counts.get(id) ?? {}
        return {
          id,
          name,
          createdBy,
          deliveries,
          createdAt: iso(createdAtMs),
          revokedAt: isoOrNull(revokedAtMs),
          lastReceivedAt: isoOrNull(lastReceivedAtMs),
        }
      })
      // In use first, the newest first.
      addresses.sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null))
      const origin = app.originOf(request)
      return {
        data: {
          addresses,
          origin,
          retentionDays: app.bookingRetentionDays(),
          vehicles: await app.vehiclesByWebhook(request),
          /** Size of deliveries on disk that the database has not taken yet. */
          waitingBytes,
          /** Only this machine reaches the origin. */
          isLocal: isLoopback(new URL(origin).hostname),
          /** Limit of each address. */
          limit: { perSecond: DELIVERIES_PER_SECOND, atOnce: DELIVERIES_AT_ONCE },
        },
      }
    },
  ),

  route(
    'POST /api/webhooks',
    {
      summary: 'Create an address for webhooks',
      role: 'administrator',
      audit: { action: 'add-webhook', subject: null, refusalsOnly: true },
      body: addressSchema,
      hasToken: true,
    },
    async ({ app, request, body, principal, auditWriter }) => {
      const { tokens } = await app.webhooks()
      const audit = auditWriter('add-webhook', body.name)
      const token = await tokens.create(body.name, principal.operator?.id ?? null, audit)
      if (!token) throw new ProblemError('too-many-webhooks')
      const url = `${app.originOf(request)}/hooks/${token.secret}`
      return { data: { id: token.id, url }, status: 201 }
    },
  ),

  route(
    'DELETE /api/webhooks/{id}',
    {
      summary: 'Revoke an address for webhooks',
      role: 'administrator',
      audit: { action: 'revoke-webhook', subject: null, refusalsOnly: true },
    },
    async ({ app, values: { id }, auditWriter }) => {
      const { tokens } = await app.webhooks()
      const listed = await tokens.list()
      const name = listed.find((token) => token.id === id)?.name ?? null
      const isRevoked = await tokens.revoke(id, auditWriter('revoke-webhook', name))
      if (!isRevoked) throw new ProblemError('not-found')
      return { data: null }
    },
  ),
] as const

async function changedAfter(inbox: Inbox, version: number) {
  const bookings = await inbox.changedAfter(version, ARRIVED_MAXIMUM)
  return { bookings, older: null, unreadable: 0 }
}

async function shownDeliveries(deliveries: readonly StoredDelivery[], tokens: Webhooks['tokens']) {
  const listed = await tokens.list()
  const names = new Map(listed.map(({ id, name }) => [id, name]))
  return deliveries.map((delivery) => {
    const address = names.get(delivery.received.tokenId) ?? null
    return shownDelivery(delivery, address)
  })
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms)
}

async function shownBooking(
  booking: InboxBooking,
  namesOf: (vehicleId: string) => Promise<DirectoryEntry | null>,
): Promise<ArrivedBooking> {
  const { version: _version, changes, firstReceivedAtMs, lastReceivedAtMs, ...rest } = booking
  const names = booking.vehicleId === null ? null : await namesOf(booking.vehicleId)
  return {
    ...rest,
    vehicleCallSign: names && shownName(names),
    statuses: changes.map(({ status, modifiedAtMs, receivedAtMs, deliveryId }) => ({
      status,
      deliveryId,
      modifiedAt: isoOrNull(modifiedAtMs),
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
  const { form, event, bookings, confirmUrl } = delivery
  return {
    id,
    address,
    contentType,
    headers,
    form,
    isRepeat,
    receivedAt: iso(receivedAtMs),
    body: text,
    event: event && { name: event.name, isKnown: event.known !== null },
    bookings: bookings.length,
    confirmUrl,
  }
}

function vehicleBooking(booking: InboxBooking, isActive: boolean) {
  return {
    key: booking.key,
    id: booking.id,
    ourRef: booking.ourRef,
    status: booking.status,
    isOrderKnown: booking.isOrderKnown,
    isActive,
    firstReceivedAt: iso(booking.firstReceivedAtMs),
    lastReceivedAt: iso(booking.lastReceivedAtMs),
  }
}
