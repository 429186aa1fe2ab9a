import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  requested(route: string, status: number, seconds: number): void
  /** One attempt to reach the service: `ok`, or the kind of failure. */
  asked(outcome: string): void
  swept(outcome: string, seconds: number): void
  /** One reading of a vehicle's record in the background: `ok`, `missing`, `slow`, or the kind of failure. */
  readRecord(outcome: string): void
  /** Sources of values that are read on each scrape. */
  watch(sources: Partial<Sources>): void
}

export interface Sources {
  /** `closed`, `half-open` or `open`. */
  readonly breaker: () => string
  readonly readers: () => number
  readonly watches: () => number
  readonly swept: () => number
  readonly heldVehicles: () => number
  /** Age of the oldest data on any map, in seconds. */
  readonly dataAgeSeconds: () => number
  readonly directoryEntries: () => number
  readonly directoryUnread: () => number
  readonly directoryCallsPerSecond: () => number
}

const BREAKER_STATES = ['closed', 'half-open', 'open']

/** The process's Prometheus metrics. Labels come from closed sets, so that their number is bounded. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const sources: { -readonly [Name in keyof Sources]?: Sources[Name] } = {}
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'kerbside_request_seconds',
    help: 'Requests answered, by route and status; a stream counts when it ends',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
    registers,
  })
  const attempts = new Counter({
    name: 'kerbside_upstream_calls_total',
    help: 'Attempts to reach the service, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const sweeps = new Histogram({
    name: 'kerbside_sweep_seconds',
    help: 'Sweeps of a watched area, by outcome',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const readings = new Counter({
    name: 'kerbside_directory_reads_total',
    help: 'Vehicle records read in the background for their call signs, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'kerbside_breaker_state',
    help: '1 for the state the breaker is in',
    labelNames: ['state'],
    registers,
    collect() {
      const state = sources.breaker?.()
      for (const one of BREAKER_STATES) this.set({ state: one }, one === state ? 1 : 0)
    },
  })
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read() ?? 0)
      },
    })
  gauge('kerbside_live_readers', 'Dispatchers that watch an area', () => sources.readers?.())
  gauge('kerbside_live_areas', 'Areas that are watched', () => sources.watches?.())
  gauge('kerbside_live_areas_swept', 'Areas that this node polls; it follows the others', () =>
    sources.swept?.(),
  )
  gauge('kerbside_live_vehicles', 'Vehicles in memory for all areas', () => sources.heldVehicles?.())
  gauge('kerbside_data_age_seconds', 'Age of the oldest data on any map', () => sources.dataAgeSeconds?.())
  gauge('kerbside_directory_entries', 'Vehicles in the directory', () => sources.directoryEntries?.())
  gauge(
    'kerbside_directory_unread',
    'Vehicles on maps that this node polls whose record was not read yet',
    () => sources.directoryUnread?.(),
  )
  gauge(
    'kerbside_directory_calls_per_second',
    'Current rate of the background reader; 0 where another node reads',
    () => sources.directoryCallsPerSecond?.(),
  )

  return {
    registry,
    requested: (route, status, seconds) => requests.observe({ route, status: String(status) }, seconds),
    asked: (outcome) => attempts.inc({ outcome }),
    swept: (outcome, seconds) => sweeps.observe({ outcome }, seconds),
    readRecord: (outcome) => readings.inc({ outcome }),
    watch: (more) => void Object.assign(sources, more),
  }
}
