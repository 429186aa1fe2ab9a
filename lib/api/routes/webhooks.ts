import {
  DELIVERIES_AT_ONCE,
  DELIVERIES_PER_SECOND,
  type NewWebhookAddress,
  type VehiclesByWebhook,
  type WebhookAddresses,
  webhookRequestSchema,
} from '@/lib/api/contract/webhooks'
import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import { isLoopback } from '@/lib/app/settings/listen-address'
import type { AuditAction } from '@/lib/auth/audit/audit'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { Webhooks } from '@/lib/webhooks/webhooks'

interface IdContext {
  readonly params: Promise<{ readonly id: string }>
}

export interface WebhookRoutesOptions extends HandlerOptions {
  /** By which senders reach Kerbside: `https://kerbside.example`. */
  readonly originOf: (request: Request) => string
  readonly vehiclesByWebhook: (request: Request) => Promise<VehiclesByWebhook>
  readonly retentionDays: number
}

/** Rules of a change, which records itself in its transaction. */
function change(action: AuditAction, subject: string | null) {
  return { role: 'administrator', audit: { action, subject, refusalsOnly: true } } as const
}

/** Addresses that receive webhooks. */
export function createWebhookRoutes(open: () => Promise<Webhooks>, options: WebhookRoutesOptions) {
  const handle = createHandler(options)
  const { originOf, vehiclesByWebhook } = options

  return {
    /** `GET /api/webhooks` */
    webhooks: (request: Request) =>
      handle(request, { role: 'administrator' }, async () => {
        const { tokens, inbox, waitingBytes } = await open()
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
        const vehicles = await vehiclesByWebhook(request)
        const origin = originOf(request)
        const data: WebhookAddresses = {
          ...{ addresses, retentionDays: options.retentionDays, vehicles, origin },
          waitingBytes: await waitingBytes(),
          isLocal: isLoopback(new URL(origin).hostname),
          limit: { perSecond: DELIVERIES_PER_SECOND, atOnce: DELIVERIES_AT_ONCE },
        }
        return { data }
      }),

    /** `POST /api/webhooks` */
    addWebhook: (request: Request) =>
      handle(
        request,
        { ...change('add-webhook', null), body: webhookRequestSchema },
        async ({ body, principal, auditWriter }) => {
          const { tokens } = await open()
          const audit = auditWriter('add-webhook', body.name)
          const made = await tokens.create(body.name, principal.operator?.id ?? null, audit)
          if (!made) throw new AccessError('too-many-webhooks')
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
      return handle(request, change('revoke-webhook', null), async ({ auditWriter }) => {
        const { tokens } = await open()
        const name = (await tokens.list()).find((one) => one.id === id)?.name ?? null
        if (!(await tokens.revoke(id, auditWriter('revoke-webhook', name))))
          throw new AccessError('not-found')
        return { data: null }
      })
    },
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
const isoOf = (ms: number | null): string | null => (ms === null ? null : iso(ms))
