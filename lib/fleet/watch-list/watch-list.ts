import type { ProblemKind } from '@/lib/api/contract/problems'
import {
  RECORD_AGE_MAXIMUM_MS,
  type WatchedChanges,
  type WatchedVehicle,
} from '@/lib/api/contract/watch-list'
import { clip } from '@/lib/interface/clip'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { readUnwrapped } from '@/lib/interface/readers'
import type { JsonObject, Vehicle } from '@/lib/interface/resources'
import { createReports } from './reports'
import {
  addReading,
  type Due,
  type Owner,
  type Report,
  type Watched,
  type WatchedRecord,
  type WatchStore,
} from './watched-state'

export interface WatchListOptions {
  readonly store: () => Promise<WatchStore>
  readonly log: (message: string) => void
  readonly now?: () => number
}

export interface VehicleSource {
  /**
   * Has a record read soon, unless that was done within the given age; it arrives by `onRecord`.
   */
  readonly requestRecord: (vehicleId: string, options: { readonly olderThanMs: number }) => void
  /**
   * Reads a status, which arrives by `onSearchObjects`.
   * @throws ProblemError, not-found among them
   */
  readonly readStatus: (vehicleId: string) => Promise<unknown>
  /** False while the service is left alone. */
  readonly canRead: () => boolean
}

/** Status is read for a vehicle that no sweep has listed within this time. */
const REPORT_AGE_MAXIMUM_MS = 60_000

/** Nothing is read when no page has asked for a list within this time. */
const UNUSED_MS = 5 * 60_000

/** A vehicle that was added is known to every node this much later: they step every 5 s. */
const KNOWN_MS = 5_000

/** Vehicles read per step: with a step of 5 s one call a second. */
const READ_PER_STEP = 5

/** Pause of status calls after two that failed in a row; doubled with each that follows. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** A watched vehicle with the owners of all lists that it is in. */
export interface WatchedByAll {
  readonly id: string
  readonly our_ref: string | null
  readonly licence_plate: string | null
  readonly owners: readonly Owner[]
  readonly report: Report | null
}

export type WatchList = ReturnType<typeof createWatchList>

export function createWatchList({ store: open, log, now = Date.now }: WatchListOptions) {
  const reports = createReports(now)
  /** Ids as of the last step, and those added here since. */
  let ids: ReadonlySet<string> = new Set()
  let addedMeanwhile: string[] = []
  let source: VehicleSource | null = null
  let usedAtMs = Number.NEGATIVE_INFINITY
  let isStepping = false
  const statusCalls = { failures: 0, pausedUntilMs: Number.NEGATIVE_INFINITY }
  let lastFailure = ''
  let isUnreadableLogged = false

  /** Logs a failure once while every step fails alike. */
  function logFailure(error: unknown): void {
    const failure = String(error instanceof Error ? (error.cause ?? error) : error)
    if (failure !== lastFailure) log(failure)
    lastFailure = failure
  }

  async function refreshIds(store: WatchStore): Promise<void> {
    addedMeanwhile = []
    const stored = await store.watchedIds()
    ids = new Set([...stored, ...addedMeanwhile])
    if (store.unreadable > 0 && !isUnreadableLogged) {
      isUnreadableLogged = true
      log(
        `${store.unreadable} watched vehicles were added with another API key or address of the service: they are not shown, come back with that key as SERVICE_API_KEY_BEFORE (or that address), and are deleted after 30 days`,
      )
    }
    reports.keepOnly(ids)
  }

  async function learn(vehicleId: string, raw: JsonObject, readAtMs: number): Promise<void> {
    const store = await open()
    await store.updateRecord(vehicleId, (before) => addReading(before, { raw, readAtMs }))
  }

  async function readDue(store: WatchStore): Promise<void> {
    const isUnused = now() - usedAtMs > UNUSED_MS
    if (!source?.canRead() || ids.size === 0 || isUnused) return
    const { requestRecord, readStatus } = source
    const claimed = await store.claimDue({
      recordMs: RECORD_AGE_MAXIMUM_MS,
      reportMs: REPORT_AGE_MAXIMUM_MS,
      most: READ_PER_STEP,
    })
    for (const due of claimed) {
      const { vehicleId, needsReport, report } = due
      if (due.needsRecord) requestRecord(vehicleId, { olderThanMs: ageOf(due) })
      if (!needsReport || reports.isNewerThan(vehicleId, REPORT_AGE_MAXIMUM_MS)) continue
      const isPaused = now() < statusCalls.pausedUntilMs
      if (isPaused) continue
      const isKnown = await readStatus(vehicleId).then(onStatusAnswer, onStatusFailure)
      if (!isKnown) reports.addMissing(vehicleId, report)
    }
  }

  /** @returns whether the service knows the vehicle */
  function onStatusAnswer(): boolean {
    statusCalls.failures = 0
    return true
  }

  /**
   * A service in trouble, or one that asks for a pause, is left alone; one that refuses
   * one vehicle has answered.
   * @returns false where the service does not know the vehicle
   */
  function onStatusFailure({ kind, retryAfterMs }: StatusFailure): boolean {
    if (kind === 'not-found' || kind === 'request-refused') {
      statusCalls.failures = 0
      return kind !== 'not-found'
    }
    statusCalls.failures++
    const pauseMs = Math.max(pauseAfter(statusCalls.failures), retryAfterMs ?? 0)
    statusCalls.pausedUntilMs = now() + pauseMs
    return true
  }

  /**
   * A record that was read before its vehicle was added, or before the reading node
   * knew, is none of this list's.
   */
  function ageOf({ addedAtMs, record }: Due): number {
    if (record.raw) return RECORD_AGE_MAXIMUM_MS
    const listedMs = Math.max(0, now() - addedAtMs)
    const ageMs = listedMs < KNOWN_MS ? listedMs : listedMs - KNOWN_MS
    return Math.min(ageMs, RECORD_AGE_MAXIMUM_MS)
  }

  return {
    /** Begins to read due records and reports with each step. */
    readFrom(vehicles: VehicleSource): void {
      source = vehicles
    },

    /** Every record that this node reads. */
    onRecord(id: string, raw: JsonObject, readAtMs: number): void {
      if (ids.has(id)) void learn(id, raw, readAtMs).catch(logFailure)
    },

    /** Every row of a search and every status that this node reads. */
    onSearchObjects(rows: readonly unknown[]): void {
      if (ids.size > 0) reports.add(rows, ids)
    },

    /**
     * Vehicles of the operator's own list and of the shared one, without values of personal fields.
     */
    async list(owner: Owner): Promise<WatchedVehicle[]> {
      usedAtMs = now()
      const store = await open()
      const watched = await store.list(owner)
      return watched.map((vehicle) => {
        const report = reports.newest(vehicle.vehicleId, vehicle.report)
        return describe(vehicle, report)
      })
    },

    /** Vehicles of all lists with their newest reports, for rules about them. */
    async watched(): Promise<WatchedByAll[]> {
      usedAtMs = now()
      const store = await open()
      const watched = await store.listAll()
      return watched.map(({ vehicleId, entries, record, report }) => {
        const vehicle = vehicleOf(record)
        return {
          id: vehicleId,
          our_ref: clip(vehicle?.our_ref ?? null),
          licence_plate: clip(vehicle?.licence_plate ?? null),
          owners: entries.map(({ owner }) => owner),
          report: reports.newest(vehicleId, report),
        }
      })
    },

    /** All changes of one vehicle; null when it is in neither list. */
    async changes(owner: Owner, vehicleId: string): Promise<WatchedChanges | null> {
      const store = await open()
      const watched = await store.find(owner, vehicleId)
      return watched && describe(watched, null)
    },

    /** @param operatorId the operator that adds it; null where sign-in is disabled */
    async add(owner: Owner, vehicleId: string, operatorId: string | null) {
      const store = await open()
      // A vehicle that moves from list to list keeps the changes that its operator has seen.
      const known = await store.find(operatorId, vehicleId)
      const sinceMs = known?.entries.map(({ addedAtMs }) => addedAtMs) ?? []
      const added = await store.add(owner, vehicleId, operatorId, Math.min(now(), ...sinceMs))
      if (added === 'added') {
        ids = new Set([...ids, vehicleId])
        addedMeanwhile.push(vehicleId)
      }
      return added
    },

    async remove(owner: Owner, vehicleId: string): Promise<boolean> {
      const store = await open()
      return store.remove(owner, vehicleId)
    },

    /** One turn of the work of every few seconds; never rejects. */
    async step(): Promise<void> {
      if (isStepping) return
      isStepping = true
      try {
        const store = await open()
        await refreshIds(store)
        await readDue(store)
        await reports.flush(store)
        lastFailure = ''
      } catch (error) {
        logFailure(error)
      } finally {
        isStepping = false
      }
    },

    /** Ends the steps, and writes reports that are not written yet. */
    async stop(): Promise<void> {
      isStepping = true
      if (ids.size > 0) await open().then(reports.flush).catch(logFailure)
    },

    /** Deletes data that is too old; to be called every hour or so. Never rejects. */
    async purge(): Promise<void> {
      try {
        const store = await open()
        await store.purge()
      } catch (error) {
        logFailure(error)
      }
    },
  }
}

/** A failed call as far as it is a problem of a known kind. */
interface StatusFailure {
  readonly kind?: ProblemKind
  readonly retryAfterMs?: number | null
}

/** @param failures in a row */
function pauseAfter(failures: number): number {
  if (failures < 2) return 0
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 2), LONGEST_PAUSE_MS)
}

function describe({ vehicleId, entries, record }: Watched, report: Report | null): WatchedVehicle {
  const own = entries.find(({ owner }) => owner !== null)
  const shared = entries.find(({ owner }) => owner === null)
  const sinceMs = Math.min(...entries.map(({ addedAtMs }) => addedAtMs))
  const { raw, readAtMs, changes } = record
  const vehicle = vehicleOf(record)
  return {
    id: vehicleId,
    own: own ? { addedAt: isoTime(own.addedAtMs) } : null,
    shared: shared ? { addedAt: isoTime(shared.addedAtMs), addedBy: shared.addedBy } : null,
    our_ref: clip(vehicle?.our_ref ?? null),
    licence_plate: clip(vehicle?.licence_plate ?? null),
    make: clip(vehicle?.make ?? null),
    type: clip(vehicle?.type ?? null),
    passengers_max: vehicle?.passengers_max ?? null,
    active_booking_id: clip(vehicle?.active_booking_id ?? null),
    report: report && toContract(report),
    recordReadAt: raw ? isoTime(readAtMs) : null,
    changes: changes.filter(({ at }) => Date.parse(at) >= sinceMs),
  }
}

function toContract({ readAtMs, ...report }: Report) {
  return { ...report, readAt: isoTime(readAtMs) }
}

/** @returns null until the record was read */
function vehicleOf({ raw }: WatchedRecord): Vehicle | null {
  return readUnwrapped<Vehicle>(vehicleFields, { record: raw })?.record ?? null
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
