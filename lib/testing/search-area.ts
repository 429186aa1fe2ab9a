import type { LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { createVehicleNames } from '@/lib/api/queries/names'
import { distanceFormat } from '@/lib/format/position/distance'
import { AreaView } from '@/lib/live/client/area-view'
import type { LiveArea } from '@/lib/live/client/live-area'
import { createSender } from '@/lib/testing/live/sender'
import { FETCHED_AT, liveMeta } from './vehicles'

/** An area of these vehicles, loaded at FETCHED_AT on every clock. */
export function areaOf(records: readonly LiveVehicle[], meta: Partial<LiveMeta> = {}): LiveArea {
  const full = liveMeta({ loaded: records.length, about: records.length, ...meta })
  const view = new AreaView()
  for (const data of createSender().snapshot('e.1', records, full))
    for (const _ of view.apply({ name: 'changes', data, arrivedAtMs: Date.parse(FETCHED_AT) }));
  return view.toArea() as LiveArea
}

/** Where vehicles are seen from, without names and addresses. */
export const VIEWPOINT = {
  from: { lat: 51.5, lng: -0.1 },
  formatDistance: distanceFormat('kilometres'),
  names: createVehicleNames(new Map(), 'our_ref'),
  near: { at: () => null },
}
