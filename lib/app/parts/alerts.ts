import { createHash } from 'node:crypto'
import { type Alerts, createAlerts, STEP_MS } from '@/lib/alerts/alerts'
import { createBookingsAhead } from '@/lib/alerts/bookings-ahead'
import type { ObservedService, ObservedZones } from '@/lib/alerts/observation'
import type { AlertSources } from '@/lib/alerts/observer'
import { createSqlStore } from '@/lib/alerts/sql-store'
import type { ServiceState } from '@/lib/api/contract/answers'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { ZoneCounts } from '@/lib/api/contract/zones'
import { type Context, once } from '@/lib/app/context'
import type { WatchList } from '@/lib/fleet/watch-list/watch-list'
import type { LiveAreas } from '@/lib/live/areas'
import type { Encryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import type { Upstream } from '@/lib/upstream/compose'
import type { Webhooks } from '@/lib/webhooks/webhooks'
import type { Board, ZoneCount } from '@/lib/zones/zone-board'
import type { StatusClasses } from './status-classes'

const PURGE_MS = 60 * 60_000

interface Sources {
  /** The home area; null where none is set. */
  readonly home: () => Promise<AreaSearch | null>
  /** Opened by the first page that shows alerts; `current` does not open them. */
  readonly live: (() => Promise<LiveAreas>) & { current(): Promise<LiveAreas | null> }
  readonly upstream: () => Promise<Pick<Upstream, 'state'>>
  readonly watchList: () => Promise<WatchList>
  readonly webhooks: () => Promise<Webhooks>
  readonly statuses: StatusClasses
  readonly zoneBoard: () => Promise<Pick<Board, 'count'>>
}

/** @param encryption null for demo data, whose alerts are of this process only */
export function openAlerts(
  context: Context,
  sources: Sources,
  store: () => Promise<Store>,
  encryption: Encryption | null,
): Alerts {
  const { clock, warn, every, beforeStop } = context
  const log = warn('alerts')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const inbox = async () => (await sources.webhooks()).inbox
  const alertSources: AlertSources = {
    async home(isUsed) {
      const live = await sources.live.current()
      // Nothing is asked of the store while no page is open anywhere.
      if (!isUsed && !live?.areaCount) return { isDecidedHere: false, search: null, area: null }
      // While the store is away, as they were read before.
      await sources.statuses.refresh().catch(() => undefined)
      const home = await sources.home()
      if (!home) return { isDecidedHere: isUsed, search: null, area: null }
      const area = live?.polled(home) ?? null
      return { isDecidedHere: area !== null, search: home, area }
    },
    watched: async () => (await sources.watchList()).watched(),
    bookings: createBookingsAhead(inbox, clock.now, zone),
    async service() {
      const { upstream } = (await sources.upstream()).state()
      return observedService(upstream)
    },
    zones: async () => observedZones(await (await sources.zoneBoard()).count()),
  }
  const alerts = createAlerts({
    store: encryption && once(async () => createSqlStore((await store()).db, encryption)),
    hash: encryption?.hash ?? sha256,
    classOf: sources.statuses.classOf,
    sources: alertSources,
    now: clock.now,
    zone,
    log,
  })
  const ends = [
    every(STEP_MS, () => void alerts.step()),
    every(PURGE_MS, () => void alerts.purge()),
  ]
  beforeStop(async () => {
    for (const end of ends) end()
  })
  return alerts
}

type UpstreamState = Pick<ServiceState['upstream'], 'lastSuccessAt' | 'failure'>

/** Null before the first call: a restart says nothing of the service. */
export function observedService({ lastSuccessAt, failure }: UpstreamState): ObservedService | null {
  if (lastSuccessAt === null && failure === null) return null
  return { failure }
}

function observedZones({ zoneList, counts, placed }: ZoneCount): ObservedZones {
  const zones = zoneList.zones.map((zone, at) => ({ zone, counts: counts[at] as ZoneCounts }))
  return { version: zoneList.version, zones, placed }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
