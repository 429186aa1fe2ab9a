import type { DirectoryEntry, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { TrailBreak } from '@/lib/contract/recording-questions'
import type { RecordedList, RecordedPieces } from '@/lib/recording/pieces'
import { readTrail } from '@/lib/trail/legs'
import { DEFAULT_STOP_MINUTES, STOP_METRES } from '@/lib/trail/stops'
import type { Track } from '@/lib/trail/track'
import { TrailParts } from './trail-parts'

const STOP_RULE = { metres: STOP_METRES, ms: DEFAULT_STOP_MINUTES * 60_000 }

type Reason = Pick<TrailBreak, 'reason' | 'problem'>

const ABSENT: Reason = { reason: 'absent', problem: null }
const NO_POSITION: Reason = { reason: 'no-position', problem: null }

interface Followed {
  readonly parts: TrailParts
  /** Null while it is not listed. */
  record: LiveVehicle | null
  directory: DirectoryEntry | null
}

/** Tracks of all vehicles of an area, as `vehicleTrail` has each. @returns null for more points than `most` */
export async function stretchTracks(pieces: RecordedPieces, most: number): Promise<Track[] | null> {
  const vehicles = new Map<string, Followed>()
  let points = 0
  /** The last list that says something new; null after a break of all. */
  let lastMs: number | null = null

  function breakOne({ parts }: Followed, atMs: number, reason: Reason): void {
    if (lastMs !== null) parts.extendTo(lastMs)
    parts.break(atMs, reason)
  }

  function breakAll(atMs: number, reason: Reason): void {
    for (const one of vehicles.values()) breakOne(one, atMs, reason)
    lastMs = null
  }

  function add(one: Followed, list: RecordedList): void {
    const { record, parts } = one
    if (!record?.position) {
      breakOne(one, list.atMs, record ? NO_POSITION : ABSENT)
      return
    }
    if (lastMs !== null) parts.extendTo(lastMs)
    if (parts.add(list, record, record.position)) points++
  }

  function merge(patch: VehiclePatch): Followed {
    const one = vehicles.get(patch.id) ?? { parts: new TrailParts(), record: null, directory: null }
    vehicles.set(patch.id, one)
    one.record = { ...one.record, ...patch } as LiveVehicle
    one.directory = patch.directory ?? one.directory
    return one
  }

  function take(list: RecordedList): void {
    const { atMs, meta, isWhole, upserts, removed } = list
    if (isWhole) for (const one of vehicles.values()) one.record = null
    const changed = upserts.map(merge)
    for (const id of removed) {
      const one = vehicles.get(id)
      if (one) one.record = null
      if (one) changed.push(one)
    }
    if (meta.failure) {
      breakAll(atMs, { reason: 'service', problem: meta.failure.kind })
      return
    }
    for (const one of isWhole || lastMs === null ? vehicles.values() : changed) add(one, list)
    lastMs = atMs
  }

  for await (const piece of pieces) {
    if (piece.kind === 'gap') breakAll(piece.gap.fromMs, piece.gap)
    else take(piece)
    if (points > most) return null
  }
  return [...vehicles].map(([id, { parts, directory }]) => {
    if (lastMs !== null) parts.extendTo(lastMs)
    return {
      ...{ id, ourRef: directory?.our_ref ?? null, licencePlate: directory?.licence_plate ?? null },
      trail: readTrail(parts.finish(), STOP_RULE),
    }
  })
}
