import { hash } from 'node:crypto'
import type { Alerts } from '@/lib/alerts/alerts'
import type { Clock } from '@/lib/app/clock'
import type { AuditEvent } from '@/lib/auth/audit'
import { createStateTopic, type StateTopic, type TopicSource } from '@/lib/live/topics/topics'
import type { Upstream } from '@/lib/upstream/compose'
import { readArrivalState } from '@/lib/webhooks/arrival-state'
import type { Webhooks } from '@/lib/webhooks/webhooks'
import type { ServiceState } from './contract/answers'
import type { Home } from './contract/desk'
import type { TopicName } from './contract/live'
import type { Role } from './contract/operators'
import type { RecordingFailure } from './contract/recording'

/** A topic of the live stream beside the area. */
interface Topic {
  /** Least role; a stream that names the topic is refused below it. */
  readonly role: Role
  /** Audit event of a refusal: that of the route that answers the data; null where it has none. */
  readonly refusal: Omit<AuditEvent, 'requestId'> | null
  readonly source: TopicSource
}

export interface Topics extends Readonly<Record<TopicName, Topic>> {
  readonly arrived: Topic & { readonly source: StateTopic }
}

/** Parts that the service's state is made of. */
interface StateParts {
  upstream(): Promise<Pick<Upstream, 'state'>>
  home(): Promise<Home>
  recordingFailure(): Promise<RecordingFailure | null>
}

interface TopicParts extends StateParts {
  webhooks(): Promise<Webhooks>
  alerts(): Promise<Pick<Alerts, 'version'>>
}

interface TopicsOptions {
  readonly parts: () => TopicParts
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Other nodes store deliveries too. */
const ARRIVED_MS = 2_000
/** In memory, but for the home area, which is read every 2 s at most. */
const SERVICE_MS = 1_000
/** In memory. */
const ALERTS_MS = 1_000

/** The topics of a process, each read only while a stream has it. */
export function createTopics({ parts, clock, log }: TopicsOptions): Topics {
  const arrived = createStateTopic({
    name: 'arrived',
    read: async () => readArrivalState(await parts().webhooks(), clock.monotonicNow()),
    everyMs: ARRIVED_MS,
    clock,
    log,
  })
  const service = createStateTopic({
    name: 'service',
    async read() {
      const { version } = await readServiceState(parts())
      return { version }
    },
    everyMs: SERVICE_MS,
    clock,
    log,
  })
  const alerts = createStateTopic({
    name: 'alerts',
    async read() {
      const { version } = await parts().alerts()
      return { version: version() }
    },
    everyMs: ALERTS_MS,
    clock,
    log,
  })
  return {
    arrived: {
      role: 'dispatcher',
      refusal: { action: 'open-record', subject: 'arrived bookings' },
      source: arrived,
    },
    service: { role: 'viewer', refusal: null, source: service },
    alerts: { role: 'viewer', refusal: null, source: alerts },
  }
}

/** The data of `GET /api/service`, with what only readers of recordings may see. */
export async function readServiceState(parts: StateParts): Promise<ServiceState> {
  const recordingFailure = await parts.recordingFailure()
  const state = (await parts.upstream()).state()
  const home = await parts.home()
  const known = { ...state, map: { ...state.map, ...home }, recordingFailure }
  return { ...known, version: versionOf(known) }
}

/** Changes with the state, but for the time of the last success: each call has one. */
function versionOf(state: Omit<ServiceState, 'version'>): string {
  const { upstream, ...rest } = state
  const { lastSuccessAt, ...health } = upstream
  const isKnown = Boolean(lastSuccessAt)
  return hash('sha1', JSON.stringify({ ...rest, health, isKnown }), 'base64url')
}
