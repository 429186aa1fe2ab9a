import { expect, test } from 'vitest'
import { buildTree, type TreeRequest } from '@/components/map/vehicles/index/tree'
import type { TreeWorker } from '@/components/map/vehicles/index/tree-builder'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { VehicleModel } from './vehicle-model'

/** More than are found by walking, a hundredth of a degree apart. */
const many = Array.from({ length: 2_500 }, (_, n) => vehicle(`v-${n}`, { lat: 0, lng: n / 100 }))

/** A worker that answers at once, and what it was asked. */
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

test('an index is asked for when vehicles stand elsewhere, not when only their looks changed', () => {
  const { requests, start } = quickWorker()
  const fleet = new VehicleModel(start)
  fleet.set(mapVehicles(many), 0, 0, true)
  expect(requests.map(({ x }) => x.length)).toEqual([2_500])
  fleet.set(mapVehicles(many.map((one) => ({ ...one, status: 'busy' }))), 0, 0, true)
  expect(requests.length).toBe(1)
  const moved = [vehicle('v-0', { lat: 1, lng: 1 }), ...many.slice(1)]
  fleet.set(mapVehicles(moved), 0, 0, true)
  expect(requests.length).toBe(2)
  expect(fleet.places.around(0.5, 0.5, 1e-6)).toEqual([])
  fleet.set(mapVehicles(many.slice(0, 10)), 0, 0, true)
  expect(requests.length).toBe(2)
  expect(fleet.places.around(0.5, 0.5, 1e-6)).toEqual([0])
})

test('as time passes only the ages change, and it says when', () => {
  const { start } = quickWorker()
  const fleet = new VehicleModel(start)
  fleet.set(mapVehicles(many, { reportedAtMs: new Float64Array(many.length) }), 0, 0, true)
  expect(fleet.ages[0]).toBe(0)
  expect(fleet.grow(59_000)).toBe(false)
  expect(fleet.grow(61_000)).toBe(true)
  expect(fleet.ages[0]).toBe(1)
})
