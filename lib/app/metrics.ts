import { setTimeout as pause } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

type GaugeName =
  | 'pages'
  | 'readers'
  | 'watches'
  | 'swept'
  | 'heldVehicles'
  | 'dataAgeSeconds'
  | 'directoryEntries'
  | 'directoryUnread'
  | 'directoryCallsPerSecond'
  | 'databaseUp'
  | 'redisUp'
  | 'webhookBytesWaiting'
  | 'recordingFailing'

const GAUGES: Readonly<Record<GaugeName, { readonly name: string; readonly help: string }>> = {
  pages: {
    name: 'kerbside_live_pages',
    help: 'Open streams, one a page; while there is any, the home area is swept',
  },
  readers: {
    name: 'kerbside_live_readers',
    help: 'Dispatchers that watch an area',
  },
  watches: {
    name: 'kerbside_live_areas',
    help: 'Areas that are watched',
  },
  swept: {
    name: 'kerbside_live_areas_swept',
    help: 'Areas that this node polls; it follows the others',
  },
  heldVehicles: {
    name: 'kerbside_live_vehicles',
    help: 'Vehicles in memory for all areas',
  },
  dataAgeSeconds: {
    name: 'kerbside_data_age_seconds',
    help: 'Age of the oldest data on any map',
  },
  directoryEntries: {
    name: 'kerbside_directory_entries',
    help: 'Vehicles in the directory',
  },
  directoryUnread: {
    name: 'kerbside_directory_unread',
    help: 'Vehicles on maps that this node polls whose record was not read yet',
  },
  directoryCallsPerSecond: {
    name: 'kerbside_directory_calls_per_second',
    help: 'Most calls per second of this node’s background reader now',
  },
  databaseUp: {
    name: 'kerbside_database_up',
    help: '1 while the database answers; absent where none is used',
  },
  redisUp: {
    name: 'kerbside_redis_up',
    help: '1 while Redis is connected; absent without REDIS_URL',
  },
  webhookBytesWaiting: {
    name: 'kerbside_webhooks_waiting_bytes',
    help: 'Deliveries on disk that the database has not taken yet',
  },
  recordingFailing: {
    name: 'kerbside_recording_failing_areas',
    help: 'Areas that should be recorded and are not; absent where nothing is recorded',
  },
}

type Value = number | null

/** Values that are read when the metrics are; null leaves the metric out. */
interface Sources extends Partial<Record<GaugeName, () => Value | Promise<Value>>> {
  /** `closed`, `half-open` or `open`. */
  breaker?: () => string
}

/** A database that does not answer must not hold up the others. */
const LONGEST_READ_MS = 3_000

const BREAKER_STATES = ['closed', 'half-open', 'open']

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The process's Prometheus metrics. Labels come from closed sets, so that their number is bounded.
 * @param version of Kerbside
 */
export function createMetrics(version: string) {
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
    name: 'kerbside_build_info',
    help: '1, with the running version',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'kerbside_breaker_state',
    help: '1 for the state the breaker is in',
    labelNames: ['state'],
    registers,
    collect() {
      const present = sources.breaker?.()
      for (const state of BREAKER_STATES) this.set({ state }, state === present ? 1 : 0)
    },
  })
  for (const [source, { name, help }] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const read = sources[source as GaugeName] ?? (() => 0)
        const value = await Promise.race([read(), pause(LONGEST_READ_MS, null, { ref: false })])
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  }

  return {
    registry,
    requested: (route: string, status: number, seconds: number) =>
      requests.observe({ route, status: String(status) }, seconds),
    attempted: (outcome: string) => attempts.inc({ outcome }),
    swept: (outcome: string, seconds: number) => sweeps.observe({ outcome }, seconds),
    /**
     * One reading of a vehicle's record in the background: `ok`, `missing`,
     * `slow`, or the kind of failure.
     */
    readRecord: (outcome: string) => readings.inc({ outcome }),
    watch: (more: Sources) => void Object.assign(sources, more),
  }
}
