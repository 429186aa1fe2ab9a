import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Context } from '@/lib/app/context'
import { readSecrets } from '@/lib/auth/secrets'
import type { ObservationRecorder } from '@/lib/inspect/observations/recorder'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { createEncryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import type { StoredDelivery } from '@/lib/webhooks/inbox'
import { createPending } from '@/lib/webhooks/pending'
import { createSqlInbox } from '@/lib/webhooks/sql-inbox'
import { createTokens } from '@/lib/webhooks/tokens'
import { createWebhooks, startUpkeep, type Webhooks } from '@/lib/webhooks/webhooks'
import { demoInbox, startDemoDeliveries } from './demo'

const ENCRYPTION_PURPOSE = 'webhooks'

interface DeliveryListeners {
  readonly recorder: ObservationRecorder
  readonly onStored: () => void
}

/** Webhooks of the configured service, in the store; others wait on disk while it fails. */
export async function openServiceWebhooks(
  context: Context,
  store: Store,
  { recorder, onStored }: DeliveryListeners,
): Promise<Webhooks> {
  const { settings, warn } = context
  const { db } = store
  const { current, earlier } = await readSecrets(settings, db)
  const encryption = createEncryption(current, ENCRYPTION_PURPOSE, earlier)
  const webhooks = createWebhooks({
    inbox: createSqlInbox(db, encryption),
    tokens: createTokens(db),
    pending: createPending(join(settings.KERBSIDE_DATA, 'webhooks'), encryption),
    onStored(deliveries) {
      onStored()
      recordDeliveries(recorder, deliveries)
    },
    log: warn('webhooks'),
  })
  await keepUp(context, webhooks)
  return webhooks
}

/** Webhooks of the demo, in memory, with bookings of its fleet. */
export async function openDemoWebhooks(
  context: Context,
  fleet: Fleet,
  { recorder, onStored }: DeliveryListeners,
): Promise<Webhooks> {
  const secret = randomBytes(32).toString('hex')
  const webhooks = createWebhooks({
    ...demoInbox(createEncryption(secret, ENCRYPTION_PURPOSE, [])),
    onStored(deliveries) {
      onStored()
      recordDeliveries(recorder, deliveries)
    },
    log: context.warn('webhooks'),
  })
  await startDemoDeliveries(context, fleet, webhooks)
  await keepUp(context, webhooks)
  return webhooks
}

async function keepUp(context: Context, webhooks: Webhooks): Promise<void> {
  const { settings, warn, beforeStop } = context
  const stop = await startUpkeep(webhooks, {
    retentionDays: settings.BOOKING_RETENTION_DAYS,
    log: warn('webhooks'),
  })
  beforeStop(async () => {
    stop()
    await webhooks.close()
  })
}

function recordDeliveries(
  recorder: ObservationRecorder,
  deliveries: readonly StoredDelivery[],
): void {
  for (const { received, delivery, isRepeat } of deliveries) {
    const wholeBookings = delivery.bookings.filter(({ isWhole }) => isWhole)
    recorder.onDelivery({
      contentType: received.contentType,
      content: delivery.content,
      event: delivery.event?.name ?? null,
      bookings: wholeBookings.map(({ record }) => record),
      isRepeat,
    })
  }
}
