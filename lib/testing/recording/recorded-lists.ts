import type { LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { applySegment } from '@/lib/recording/chunk-tracks'
import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { finish } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'

/** All that is stored of an area, with each list by its version. */
export async function readRecording(store: SegmentStore, area = 'area') {
  /** `lost` are segments that are damaged, or follow a damaged one. */
  const chunks: { versions: string[]; atMs: number[]; endReason: string | null; lost: number }[] =
    []
  const lists = new Map<string, LiveVehicle[]>()
  const metas = new Map<string, LiveMeta>()
  for (const { id, segments: count } of await store.chunks(area)) {
    const segments = await store.segments(area, id)
    const table = new VehicleTable()
    const versions: string[] = []
    const times: number[] = []
    let endReason: string | null = null
    for (const { kind, atMs, body, note = '' } of segments) {
      if (kind === 'end') endReason = JSON.parse(note).end
      if (kind === 'end') continue
      const { version, meta, atMs: streamedMs } = finish(applySegment(table, new Set(), body))
      if (streamedMs !== atMs)
        throw new Error(`${version} is stored at ${atMs}, and was streamed at ${streamedMs}`)
      versions.push(version)
      times.push(atMs)
      metas.set(version, meta)
      lists.set(version, sorted(table.vehicles()))
    }
    chunks.push({ versions, atMs: times, endReason, lost: count - segments.length })
  }
  return { chunks, lists, metas }
}

/** By id: the order of a list is of no meaning. */
export function sorted(vehicles: Iterable<LiveVehicle>): LiveVehicle[] {
  return [...vehicles].sort((a, b) => (a.id < b.id ? -1 : 1))
}
