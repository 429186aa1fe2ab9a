import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { EmbeddedReference } from '@/lib/app/settings/settings'
import { createOrigins } from '@/lib/auth/sessions/origins'
import { storedSecret } from '@/lib/auth/stored-secret'
import { createDeliveries } from '@/lib/reference/bookings/deliveries'
import { createEncryption } from '@/lib/store/encryption'
import type { StoredDelivery } from '@/lib/webhooks/inbox'
import { createMemoryInbox } from '@/lib/webhooks/memory-inbox'
import { createPending } from '@/lib/webhooks/pending'
import { createSqlInbox } from '@/lib/webhooks/sql-inbox'
import { createMemoryTokens, createTokens } from '@/lib/webhooks/tokens'
import { startUpkeep } from '@/lib/webhooks/upkeep'
import { createWebhooks, type Webhooks } from '@/lib/webhooks/webhooks'
import { processFleet } from './fleet'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processObservations } from './observations'
import { processSettings } from './settings'
import { beforeStop } from './stop'
import { processStore } from './store'

/** Vehicles of the demo whose bookings arrive: one every second or two. */
const DEMO_VEHICLES = 150
/** Their bookings of this time before the start have arrived too. */
const EARLIER_MS = 5 * 60_000
/** As in the records of its vehicles. */
const DEMO_HOST = 'hooks.kerbside.example'

/** The webhook inbox. @throws ConfigError */
export const processWebhooks = processInstance('webhooks', open).get

export const webhookRouteOptions = {
  originOf: (request: Request) => createOrigins(processSettings().auth.origin).of(request),
  hostOf: (request: Request) =>
    processSettings().upstream.kind === 'reference'
      ? DEMO_HOST
      : new URL(webhookRouteOptions.originOf(request)).host,
  get retentionDays() {
    return processSettings().auth.bookingRetentionDays
  },
}

async function open(): Promise<Webhooks> {
  const { upstream } = processSettings()
  const webhooks = await (upstream.kind === 'reference' ? openDemo(upstream) : openStored())
  const stop = await startUpkeep(webhooks, { retentionDays: webhookRouteOptions.retentionDays, log })
  beforeStop(async () => {
    stop()
    await webhooks.close()
  })
  return webhooks
}

async function openStored(): Promise<Webhooks> {
  const { auth, store: settings } = processSettings()
  const { db } = await processStore()
  const encryption = createEncryption(auth.secret?.reveal() ?? (await storedSecret(db)), 'webhooks')
  return createWebhooks({
    inbox: createSqlInbox(db, encryption),
    tokens: createTokens(db),
    pending: createPending(join(settings.folder, 'webhooks'), encryption),
    onStored: await observer(),
    log,
  })
}

/** Bookings of the demo fleet, in every form in which a service may deliver them. */
async function openDemo(reference: EmbeddedReference): Promise<Webhooks> {
  const encryption = createEncryption(randomBytes(32).toString('base64url'), 'webhooks')
  const tokens = createMemoryTokens()
  const made = await tokens.create('Demo data', null)
  const webhooks = createWebhooks({
    inbox: createMemoryInbox(encryption),
    tokens,
    pending: null,
    onStored: await observer(),
    log,
  })
  const fleet = await processFleet(reference)
  const deliveries = createDeliveries({
    fleet,
    vehicles: DEMO_VEHICLES,
    gaps: {
      webhookForm: 'mixed',
      webhookSpelling: 'mixed',
      webhookDoubled: 'sometimes',
      webhookLate: 'sometimes',
    },
    sinceMs: Date.now() - EARLIER_MS,
    async fetch(_url, { headers, body } = {}) {
      const contentType = new Headers(headers).get('content-type')
      await webhooks.receive({
        tokenId: made?.id ?? '',
        contentType,
        headers: [],
        body: Buffer.from(String(body)),
      })
      return new Response(null, { status: 200 })
    },
  })
  void deliveries.send()
  deliveries.start()
  beforeStop(async () => deliveries.stop())
  return webhooks
}

async function observer() {
  const { recorder } = await processObservations()
  return (deliveries: readonly StoredDelivery[]) => {
    for (const { received, delivery, isRepeat } of deliveries) {
      const { content, event, bookings } = delivery
      recorder.onDelivery({
        ...{ content, isRepeat, contentType: received.contentType, event: event?.name ?? null },
        bookings: bookings.filter((one) => one.isWhole).map((one) => one.record),
      })
    }
  }
}

function log(message: string): void {
  processLog()('warn', { event: 'webhooks', message })
}
