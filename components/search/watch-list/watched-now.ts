import type { DepartureReason } from '@/lib/api/contract/live'
import type { WatchedVehicle, WatchList } from '@/lib/api/contract/watch-list'
import type { VehicleNames } from '@/lib/api/queries/vehicle-names'
import { ageOf, type ReadVehicle, type VehicleAge } from '@/lib/format/time/age'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live/client/live-area'

/** A watched vehicle as a page knows it now: from its own area, or else from the server's last reading. */
export interface WatchedNow {
  readonly id: string
  /** Null: not reported. Undefined: nothing was read yet. */
  readonly status: string | null | undefined
  /** Null: nothing was read yet. */
  readonly age: VehicleAge | null
  /** Since the report was read. */
  readonly sinceReadMs: number
  readonly position: Position | null
  readonly isKnown: boolean
  /** In the area of this page. */
  readonly isHere: boolean
  /** It left the area of this page within the last minute; null when it did not. */
  readonly left: DepartureReason | 'unknown' | null
  /** When its report was read; server time, milliseconds since the epoch. */
  readonly readAtMs: number
}

interface Reading extends ReadVehicle, Pick<VehicleSearchObject, 'status' | 'position'> {
  readonly readAtMs: number
  readonly mtimeServes: boolean | undefined
  readonly isKnown: boolean
  readonly sinceReadMs: number
}

/**
 * @param list that the vehicle is in
 * @param area of this page; null without one
 * @param sinceAnswerMs since the list was received
 */
export function watchedNow(
  { id, report }: Pick<WatchedVehicle, 'id' | 'report'>,
  { now: serverNowMs, mtimeServes }: Pick<WatchList, 'now' | 'mtimeServes'>,
  area: LiveArea | null,
  sinceAnswerMs: number,
  browserNowMs: number,
): WatchedNow {
  const record = area?.table.get(id) ?? null
  const readings: Reading[] = []
  if (report) {
    const readAtMs = Date.parse(report.readAt)
    readings.push({
      ...report,
      readAtMs,
      mtimeServes,
      sinceReadMs: Math.max(0, serverNowMs - readAtMs) + sinceAnswerMs,
    })
  }
  const ofArea = { isKnown: true, mtimeServes: area?.mtimeServes }
  if (area && record) {
    const sinceReadMs = Math.max(0, browserNowMs - area.receivedAtMs)
    readings.push({ ...record, ...ofArea, readAtMs: area.fetchedAtMs, sinceReadMs })
  }
  const departed = record ? undefined : area?.departed.find((one) => one.record.id === id)
  if (area && departed?.now) {
    // Its status was asked for when it left the results.
    const sinceReadMs = Math.max(0, browserNowMs - departed.leftAtMs)
    const readAtMs = area.fetchedAtMs + departed.leftAtMs - area.receivedAtMs
    readings.push({ ...departed.now, ...ofArea, readAtMs, sinceReadMs })
  }
  const [newest] = readings.sort((a, b) => b.readAtMs - a.readAtMs)
  return {
    id,
    status: newest?.status,
    age: newest ? ageOf(newest, { ...newest, fetchedAtMs: newest.readAtMs }, newest.sinceReadMs) : null,
    sinceReadMs: newest?.sinceReadMs ?? 0,
    position: newest?.position ?? null,
    isKnown: newest?.isKnown ?? true,
    isHere: record !== null,
    left: departed ? (departed.reason ?? 'unknown') : null,
    readAtMs: newest?.readAtMs ?? 0,
  }
}

/** The name of a watched vehicle; until the list has read its record, the one that the area of this page knows. */
export function watchedName(
  names: VehicleNames,
  vehicle: Pick<WatchedVehicle, 'id' | 'our_ref' | 'licence_plate' | 'active_booking_id'>,
  area: Pick<LiveArea, 'table' | 'departed'> | null,
): string | null {
  const { id } = vehicle
  const known = area?.table.get(id) ?? area?.departed.find(({ record }) => record.id === id)?.record
  return names.shown({ id, directory: vehicle }) ?? (known ? names.shown(known) : null)
}
