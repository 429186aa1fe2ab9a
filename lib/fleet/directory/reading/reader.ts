import { isOfFuture } from '@/lib/fleet/directory/facts'
import type { ServiceClient } from '@/lib/upstream/service'
import { asUpstreamError, type UpstreamError } from '@/lib/upstream/upstream-error'
import { type PlanSource, PRIORITY, planReading, type WantedRecord } from './plan'

export interface DirectoryReaderOptions extends PlanSource {
  /** Its calls go after all others and stop none: `background` of lib/upstream. */
  readonly client: Pick<ServiceClient, 'getVehicle'>
  /** Most calls per second; 0 reads nothing. */
  readonly callsPerSecond: number
  /**
   * Takes one of the calls of all nodes, which may have to wait; null for a single node.
   * @returns milliseconds; 0 for now
   */
  readonly share?: (() => Promise<number>) | null
  /** Called after each reading: `ok`, `missing`, `slow`, or the kind of failure. */
  readonly onRead: (outcome: string) => void
  readonly log: (line: string) => void
}

/** Time between two plans. */
const PLAN_MS = 3_000
const CONCURRENT_CALLS = 4
/** An answer this late counts as trouble. */
const SLOW_MS = 1_500
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 60 * 60_000
const REQUESTS_MAXIMUM = 2_000
/** A request that is not repeated within this time is dropped. */
const REQUEST_KEPT_MS = 10 * 60_000
const FAILURES_MAXIMUM = 20_000

interface RecordRequest {
  /** Earliest time of a reading that answers it; milliseconds since the epoch. */
  sinceMs: number
  readonly requestedAtMs: number
}

/** Failures in a row of one record, and the pause after them. */
interface Failures {
  readonly count: number
  readonly untilMs: number
}

export type DirectoryReader = ReturnType<typeof createDirectoryReader>

/**
 * Reads vehicle records (§4 row 2) in the background, so that every vehicle
 * on a map has its call sign.
 */
export function createDirectoryReader(options: DirectoryReaderOptions) {
  const { client, directory, callsPerSecond, clock, share = null, onRead, log } = options
  const rate = createRate(callsPerSecond, clock.monotonicNow)
  const requests = new Map<string, RecordRequest>()
  const failures = new Map<string, Failures>()
  const reading = new Set<string>()
  const ended = new AbortController()
  let queue: WantedRecord[] = []
  let unread = 0
  let cancelPlan = () => {}
  let cancelCall = () => {}

  function isHeld(id: string): boolean {
    const untilMs = failures.get(id)?.untilMs ?? 0
    return reading.has(id) || untilMs > clock.monotonicNow()
  }

  function isWanted({ id, readAtMs }: WantedRecord): boolean {
    const lastReadAtMs = directory.factsOf(id)?.readAtMs ?? 0
    return !isHeld(id) && lastReadAtMs <= readAtMs
  }

  function* requested(): Iterable<WantedRecord> {
    for (const [id, request] of requests) {
      // The clock may have been set back.
      request.sinceMs = Math.min(request.sinceMs, clock.now())
      const facts = directory.factsOf(id)
      const readAtMs = facts?.readAtMs ?? 0
      const isRead =
        facts !== null && readAtMs >= request.sinceMs && !isOfFuture(facts, clock.now())
      const isOld = clock.monotonicNow() - request.requestedAtMs > REQUEST_KEPT_MS
      if (isRead || isOld) requests.delete(id)
      else yield { id, priority: PRIORITY.requested, distanceMetres: 0, readAtMs }
    }
  }

  async function plan(): Promise<void> {
    try {
      // Two plans' worth, for a plan that comes late.
      const count = Math.ceil((2 * callsPerSecond * PLAN_MS) / 1000)
      const planned = await planReading(options, requested(), isHeld, count)
      unread = planned.unread
      queue = planned.wanted
      schedule()
    } catch (error) {
      log(`lib/fleet/directory: ${error}`)
    }
    if (!ended.signal.aborted) cancelPlan = clock.after(PLAN_MS, () => void plan())
  }

  function schedule(): void {
    cancelCall()
    const isBusy = reading.size >= CONCURRENT_CALLS
    if (queue.length === 0 || isBusy || ended.signal.aborted) return
    cancelCall = clock.after(rate.waitMs(), () => {
      // An earlier answer may have asked for a pause.
      if (rate.waitMs() > 0) return schedule()
      // Others may have been read since the plan.
      queue = queue.slice(Math.max(0, queue.findIndex(isWanted)))
      const next = queue.shift()
      if (next && isWanted(next)) void read(next.id)
      schedule()
    })
  }

  async function read(id: string): Promise<void> {
    reading.add(id)
    rate.onStart()
    const startedAtMs = clock.monotonicNow()
    const readBeforeMs = directory.factsOf(id)?.readAtMs
    try {
      const waitMs = share ? await share() : 0
      // The next plan has it again.
      if (waitMs > 0) return rate.onShare(waitMs)
      await client.getVehicle(id, { owner: 'directory', signal: ended.signal })
      onAnswer(id, 'ok', startedAtMs)
    } catch (error) {
      // Such an id reaches no record: it counts as read.
      const failure = asUpstreamError(error, 'GET /vehicles/{vehicle_id}')
      if (failure.kind === 'bad-parameter') directory.learnMissing(id, clock.now())
      const { isMissing = false, readAtMs } = directory.factsOf(id) ?? {}
      if (isMissing && readAtMs !== readBeforeMs) onAnswer(id, 'missing', startedAtMs)
      else if (!ended.signal.aborted) onFailure(id, failure)
    } finally {
      reading.delete(id)
      schedule()
    }
  }

  function onAnswer(id: string, outcome: 'ok' | 'missing', startedAtMs: number): void {
    failures.delete(id)
    const isSlow = clock.monotonicNow() - startedAtMs > SLOW_MS
    if (isSlow) rate.onTrouble()
    else rate.onSuccess()
    onRead(isSlow ? 'slow' : outcome)
  }

  function onFailure(id: string, { kind, status, retryAfterMs }: UpstreamError): void {
    onRead(kind)
    const wasSent = retryAfterMs === null || (kind === 'rate-limited' && status !== null)
    if (!wasSent) {
      rate.onOutage(retryAfterMs)
      return
    }
    if (kind === 'rate-limited') {
      rate.onPause(retryAfterMs)
      return
    }
    // A refusal of one record is no trouble of the service.
    if (kind !== 'request-refused') rate.onTrouble()
    retryLater(id)
  }

  function retryLater(id: string): void {
    const count = failures.get(id)?.count ?? 0
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** count, LONGEST_RETRY_MS)
    if (failures.size >= FAILURES_MAXIMUM) failures.clear()
    failures.set(id, { count: count + 1, untilMs: clock.monotonicNow() + retryMs })
  }

  return {
    start(): void {
      if (callsPerSecond > 0) void plan()
    },
    async stop(): Promise<void> {
      ended.abort(new Error('stopped'))
      cancelPlan()
      cancelCall()
      queue = []
    },
    /**
     * Has a record read within the reader's budget, before vehicles that were never read, unless
     * that was done within `olderThanMs`.
     */
    request(id: string, { olderThanMs }: { readonly olderThanMs: number }): void {
      const before = requests.get(id)
      if (callsPerSecond === 0 || (!before && requests.size >= REQUESTS_MAXIMUM)) return
      const sinceMs = Math.max(clock.now() - olderThanMs, before?.sinceMs ?? 0)
      requests.set(id, { sinceMs, requestedAtMs: clock.monotonicNow() })
    },
    get callsPerSecond() {
      return rate.perSecond
    },
    /** Vehicles on this node's maps whose record was never read. */
    get unread() {
      return unread
    },
  }
}

/** Calls per second at the beginning, and after an outage. */
const FIRST_RATE = 1
/** Calls per second while the service is in trouble, to see when that is over. */
const LOWEST_RATE = 0.25
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Additive increase, multiplicative decrease: one call per second more with each second that goes
 * well, half with each trouble.
 * @param maximum calls per second
 * @param now milliseconds of a monotonic clock
 */
function createRate(maximum: number, now: () => number) {
  const lowest = Math.min(LOWEST_RATE, maximum)
  let perSecond = Math.min(FIRST_RATE, maximum)
  let startedAtMs = Number.NEGATIVE_INFINITY
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let nextPauseMs = FIRST_PAUSE_MS

  function pause(ms: number): void {
    pausedUntilMs = Math.max(pausedUntilMs, now() + ms)
  }

  return {
    get perSecond() {
      return perSecond
    },
    waitMs() {
      const nextMs = Math.max(startedAtMs + 1000 / perSecond, pausedUntilMs)
      return Math.max(0, nextMs - now())
    },
    onStart() {
      startedAtMs = now()
    },
    onSuccess() {
      perSecond = Math.min(maximum, perSecond + 1 / Math.max(1, perSecond))
      nextPauseMs = FIRST_PAUSE_MS
    },
    onTrouble() {
      perSecond = Math.max(lowest, perSecond / 2)
    },
    /** The service asked for a pause. @param ms null where it did not say how long */
    onPause(ms: number | null) {
      perSecond = Math.max(lowest, perSecond / 2)
      pause(ms ?? nextPauseMs)
      if (ms === null) nextPauseMs = Math.min(nextPauseMs * 2, LONGEST_PAUSE_MS)
    },
    /** The other nodes made the calls of this time. */
    onShare: pause,
    /**
     * No call is made for this long: the breaker is open, or another call was asked for a pause.
     */
    onOutage(ms: number) {
      perSecond = Math.min(perSecond, FIRST_RATE)
      pause(ms)
    },
  }
}
