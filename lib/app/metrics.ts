import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const GAUGES = {
  readers: ['kerbside_live_readers', 'Dispatchers that watch an area'],
  watches: ['kerbside_live_areas', 'Areas that are watched'],
  swept: ['kerbside_live_areas_swept', 'Areas that this node polls; it follows the others'],
  heldVehicles: ['kerbside_live_vehicles', 'Vehicles in memory for all areas'],
  dataAgeSeconds: ['kerbside_data_age_seconds', 'Age of the oldest data on any map'],
  directoryEntries: ['kerbside_directory_entries', 'Vehicles in the directory'],
  directoryUnread: [
    'kerbside_directory_unread',
    'Vehicles on maps that this node polls whose record was not read yet',
  ],
  directoryCallsPerSecond: [
    'kerbside_directory_calls_per_second',
    'Most calls per second of this node’s background reader now',
  ],
} as const

type Sources = { [Name in keyof typeof GAUGES]?: () => number } & {
  /** `closed`, `half-open` or `open`. */
  breaker?: () => string
}

const BREAKER_STATES = ['closed', 'half-open', 'open']

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The process's Prometheus metrics. Labels come from closed sets, so that their number is bounded.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const sources: Sources = {}
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
  for (const [source, [name, help]] of Object.entries(GAUGES))
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(sources[source as keyof typeof GAUGES]?.() ?? 0)
      },
    })

  return {
    registry,
    requested: (route: string, status: number, seconds: number) =>
      requests.observe({ route, status: String(status) }, seconds),
    asked: (outcome: string) => attempts.inc({ outcome }),
    swept: (outcome: string, seconds: number) => sweeps.observe({ outcome }, seconds),
    /**
     * One reading of a vehicle's record in the background: `ok`, `missing`,
     * `slow`, or the kind of failure.
     */
    readRecord: (outcome: string) => readings.inc({ outcome }),
    watch: (more: Sources) => void Object.assign(sources, more),
  }
}
