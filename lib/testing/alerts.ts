import { type Alerts, type AlertsOptions, createAlerts } from '@/lib/alerts/alerts'
import type { AlertSources, SweptArea } from '@/lib/alerts/observer'
import type { AreaSearch, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { statusReading } from '@/lib/format/status/status-reading'
import { liveMeta } from './vehicles'

interface TestSources extends Partial<Omit<AlertSources, 'home'>> {
  /** The home area where this node sweeps it; by default it does not. */
  readonly area?: () => Promise<SweptArea>
}

/** The circle of the home area in tests. */
export const HOME: AreaSearch = { position: { lat: 51.5, lng: -0.1 }, radius: 1_000, type: null }

/** Alerts that end with the test, unless `more` has a store. */
export function alertsOver(
  { area, ...sources }: TestSources,
  more: Partial<AlertsOptions> = {},
): Alerts {
  return createAlerts({
    store: null,
    hash: (text) => text,
    classOf: (status) => statusReading(status)?.of ?? null,
    now: Date.now,
    zone: 'UTC',
    log: () => undefined,
    sources: {
      home: async () => ({
        isDecidedHere: area !== undefined,
        search: area ? HOME : null,
        area: (await area?.()) ?? null,
      }),
      watched: async () => [],
      bookings: async () => [],
      service: async () => ({ failure: null }),
      zones: async () => ({ version: 0, zones: [], placed: [] }),
      ...sources,
    },
    ...more,
  })
}

/** A list of the home area. */
export function sweptArea(vehicles: readonly LiveVehicle[], meta: Partial<LiveMeta> = {}) {
  return { meta: liveMeta(meta), vehicles: () => vehicles }
}
