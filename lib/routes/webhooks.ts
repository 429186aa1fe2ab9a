import { AccessError } from '@/lib/auth/sessions/access-error'
import {
  ARRIVED_MAXIMUM,
  type ArrivedBooking,
  type ArrivedBookingPage,
  type ArrivedBookings,
  DELIVERIES_MAXIMUM,
  type NewWebhookAddress,
  type UnrecognisedDeliveries,
  type WebhookAddresses,
  type WebhookDelivery,
  webhookRequestSchema,
} from '@/lib/contract/webhooks'
import { createHandler, type HandlerOptions } from '@/lib/http/handle'
import type { Parameter } from '@/lib/interface/search'
import type { ArrivedBooking as InboxBooking, StoredDelivery } from '@/lib/webhooks/inbox'
import type { Webhooks } from '@/lib/webhooks/webhooks'

interface KeyContext {
  readonly params: Promise<{ readonly key: string }>
}

interface IdContext {
  readonly params: Promise<{ readonly id: string }>
}

export interface WebhookRoutesOptions extends HandlerOptions {
  /** By which senders reach Kerbside: `https://kerbside.example`. */
  readonly originOf: (request: Request) => string
  readonly retentionDays: number
}

const changeParameters = {
  after: {
    parse: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : null),
    allowed: 'a version of an earlier answer',
  } satisfies Parameter<number>,
}

/** Addresses that receive webhooks, and the bookings that arrived. */
export function createWebhookRoutes(open: () => Promise<Webhooks>, options: WebhookRoutesOptions) {
  const handle = createHandler(options)
  const { originOf, retentionDays } = options

  async function shownDeliveries(deliveries: readonly StoredDelivery[]): Promise<WebhookDelivery[]> {
    const names = new Map((await (await open()).tokens.list()).map(({ id, name }) => [id, name]))
    return deliveries.map((one) => shownDelivery(one, names.get(one.received.tokenId) ?? null))
  }

  return {
    /** `GET /api/webhooks` */
    webhooks: (request: Request) =>
      handle(request, { role: 'administrator' }, async () => {
        const { tokens, inbox, waiting } = await open()
        const [listed, counts] = await Promise.all([tokens.list(), inbox.countByToken()])
        const addresses = listed.map(({ id, name, createdAtMs, createdBy, revokedAtMs }) => {
          const { deliveries = 0, lastReceivedAtMs = null } = counts.get(id) ?? {}
          const revokedAt = isoOf(revokedAtMs)
          return {
            id,
            name,
            createdBy,
            revokedAt,
            deliveries,
            createdAt: iso(createdAtMs),
            lastReceivedAt: isoOf(lastReceivedAtMs),
          }
        })
        addresses.sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null))
        return { data: { addresses, retentionDays, waiting: waiting() } satisfies WebhookAddresses }
      }),

    /** `POST /api/webhooks` */
    addWebhook: (request: Request) =>
      handle(
        request,
        { role: 'administrator', body: webhookRequestSchema },
        async ({ body, principal, record }) => {
          const made = await (await open()).tokens.create(body.name, principal.operator?.id ?? null)
          if (!made) throw new AccessError('too-many-webhooks')
          await record('add-webhook', body.name)
          const { id, secret } = made
          return {
            data: { id, url: `${originOf(request)}/hooks/${secret}` } satisfies NewWebhookAddress,
            status: 201,
          }
        },
      ),

    /** `DELETE /api/webhooks/{id}` */
    revokeWebhook: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, { role: 'administrator' }, async ({ record }) => {
        const { tokens } = await open()
        const name = (await tokens.list()).find((one) => one.id === id)?.name ?? null
        if (!(await tokens.revoke(id))) throw new AccessError('not-found')
        await record('revoke-webhook', name)
        return { data: null }
      })
    },

    /** `GET /api/webhooks/unrecognised` */
    unrecognisedDeliveries: (request: Request) =>
      handle(request, { role: 'dispatcher', audit: OPEN_LIST }, async () => {
        const deliveries = await shownDeliveries(await (await open()).inbox.unrecognised(DELIVERIES_MAXIMUM))
        return { data: { deliveries } satisfies UnrecognisedDeliveries }
      }),

    /** `GET /api/bookings/arrived`: the whole list is audited, what changed since is not. */
    arrivedBookings: (request: Request) =>
      handle(
        request,
        { role: 'dispatcher', parameters: changeParameters },
        async ({ parameters, record }) => {
          const { inbox, tokens } = await open()
          const { after } = parameters
          if (after === undefined) await record(OPEN_LIST.action, OPEN_LIST.subject)
          const found =
            after === undefined
              ? await inbox.latest(ARRIVED_MAXIMUM)
              : await inbox.changedAfter(after, ARRIVED_MAXIMUM)
          const version = Math.max(after ?? 0, ...found.map((one) => one.version))
          const isReceiving = (await tokens.list()).some(({ revokedAtMs }) => revokedAtMs === null)
          return {
            data: { bookings: found.map(shownBooking), version, isReceiving } satisfies ArrivedBookings,
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
  }
}

const OPEN_LIST = { action: 'open-record', subject: 'arrived bookings' } as const

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
