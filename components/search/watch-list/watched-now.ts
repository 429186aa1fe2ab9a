import type { WatchedVehicle, WatchList } from '@/lib/api/contract/watch-list'
import type { VehicleNames } from '@/lib/api/queries/names'
import { ageOf } from '@/lib/format/time/age'
import { type TimeInStatus, timeInStatus } from '@/lib/format/time/time-in-status'
import { reportedStatus } from '@/lib/interface/statuses'
import type { LiveArea } from '@/lib/live/client/live-area'

/**
 * The newest of what this page's own area and the server read.
 * @param sinceAnswerMs since the list was received
 */
export function watchedNow(
  { id, report, passengers_max }: Pick<WatchedVehicle, 'id' | 'report' | 'passengers_max'>,
  { now: serverNowMs, mtimeServes }: Pick<WatchList, 'now' | 'mtimeServes'>,
  area: LiveArea | null,
  sinceAnswerMs: number,
  browserNowMs: number,
) {
  const record = area?.table.get(id) ?? null
  const departed = record ? undefined : area?.departed.find((one) => one.record.id === id)
  const readings = []
  if (report) {
    const readAtMs = Date.parse(report.readAt)
    const sinceReadMs = Math.max(0, serverNowMs - readAtMs) + sinceAnswerMs
    const { statusSinceMs } = report
    const since = statusSinceMs == null ? null : { atMs: statusSinceMs, isBeginning: true }
    const inStatus = timeInStatus(since, readAtMs)
    readings.push({
      unreadable: undefined,
      ...report,
      inStatus,
      mtimeServes,
      readAtMs,
      sinceReadMs,
    })
  }
  // The status of a departed vehicle was asked for when it left the results.
  const ofArea = record ?? departed?.now
  if (area && ofArea) {
    const receivedAtMs = departed?.leftAtMs ?? area.receivedAtMs
    readings.push({
      unreadable: undefined,
      ...ofArea,
      inStatus: timeInStatus(record?.statusSince, area.fetchedAtMs),
      isKnown: true,
      mtimeServes: area.mtimeServes,
      readAtMs: area.fetchedAtMs + receivedAtMs - area.receivedAtMs,
      sinceReadMs: Math.max(0, browserNowMs - receivedAtMs),
    })
  }
  const [newest] = readings.sort((a, b) => b.readAtMs - a.readAtMs)
  return {
    /** As of `reportedStatus`. Undefined: nothing was read yet. */
    status: newest && reportedStatus(newest),
    age: newest
      ? ageOf(newest, { ...newest, fetchedAtMs: newest.readAtMs }, newest.sinceReadMs)
      : null,
    /** Null where it is not known. */
    inStatus: laterBy(newest?.inStatus ?? null, newest?.sinceReadMs ?? 0),
    sinceReadMs: newest?.sinceReadMs ?? 0,
    position: newest?.position ?? null,
    unreadable: newest?.unreadable,
    seats: record?.passengers_max ?? passengers_max,
    isKnown: newest?.isKnown ?? true,
    isHere: record !== null,
    /** It left the area of this page within the last minute; null when it did not. */
    left: departed ? (departed.reason ?? 'unknown') : null,
  }
}

function laterBy(time: TimeInStatus | null, passedMs: number): TimeInStatus | null {
  return time && { ...time, ms: time.ms + passedMs }
}

export type WatchedNow = ReturnType<typeof watchedNow>

/**
 * The name of a watched vehicle; until the list has read its record, the one that
 * the area of this page knows.
 */
export function watchedName(
  names: VehicleNames,
  vehicle: WatchedVehicle,
  area: Pick<LiveArea, 'table' | 'departed'> | null,
): string | null {
  const { id } = vehicle
  const known = area?.table.get(id) ?? area?.departed.find(({ record }) => record.id === id)?.record
  return names.shown({ id, directory: vehicle }) ?? (known ? names.shown(known) : null)
}
