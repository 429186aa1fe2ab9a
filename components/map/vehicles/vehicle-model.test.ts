import { expect, test } from 'vitest'
import { buildTree, type TreeRequest } from '@/components/map/vehicles/index/tree'
import type { TreeWorker } from '@/components/map/vehicles/index/tree-builder'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { VehicleModel } from './vehicle-model'

/** More than are found by a scan, a hundredth of a degree apart. */
const many = Array.from({ length: 2_500 }, (_, n) => vehicle(`v-${n}`, { lat: 0, lng: n / 100 }))

/** A worker that answers at once, and its requests. */
function quickWorker() {
  const requests: TreeRequest[] = []
  const worker: TreeWorker = {
    postMessage(request) {
      requests.push(request)
      worker.onmessage?.({ data: buildTree(request) } as MessageEvent)
    },
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
  }
  return { requests, start: () => worker }
}

test('an index is built when positions change, not when only looks change', () => {
  const { requests, start } = quickWorker()
  const model = new VehicleModel(start)
  model.set(mapVehicles(many), 0, 0, true)
  expect(requests.map(({ x }) => x.length)).toEqual([2_500])
  model.set(mapVehicles(many.map((one) => ({ ...one, status: 'busy' }))), 0, 0, true)
  expect(requests.length).toBe(1)
  const moved = [vehicle('v-0', { lat: 1, lng: 1 }), ...many.slice(1)]
  model.set(mapVehicles(moved), 0, 0, true)
  expect(requests.length).toBe(2)
  expect(model.index.around(0.5, 0.5, 1e-6)).toEqual([])
  model.set(mapVehicles(many.slice(0, 10)), 0, 0, true)
  expect(requests.length).toBe(2)
  expect(model.index.around(0.5, 0.5, 1e-6)).toEqual([0])
})

test('as time passes only the ages change', () => {
  const { start } = quickWorker()
  const model = new VehicleModel(start)
  model.set(mapVehicles(many, { reportedAtMs: new Float64Array(many.length) }), 0, 0, true)
  expect(model.ages[0]).toBe(0)
  expect(model.updateAges(59_000)).toBe(false)
  expect(model.updateAges(61_000)).toBe(true)
  expect(model.ages[0]).toBe(1)
})
