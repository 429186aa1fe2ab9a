import fc from 'fast-check'
import KDBush from 'kdbush'
import { expect, test } from 'vitest'
import { wayX } from '@/components/map/canvas/mercator'
import type { Box } from '@/components/map/canvas/viewport'
import { SpatialIndex } from './spatial-index'
import { buildTree } from './tree'

/** Shares of the world that add and subtract exactly. */
const share = fc.integer({ min: 0, max: 1023 }).map((n) => n / 1024)
const fleets = fc.array(fc.record({ x: share, y: share, shown: fc.boolean() }), { maxLength: 300 })
const boxes = fc
  .record({
    left: fc.integer({ min: -512, max: 1024 }),
    width: fc.integer({ min: 0, max: 1024 }),
    top: share,
    bottom: share,
  })
  .map(
    ({ left, width, top, bottom }): Box => ({ left: left / 1024, right: (left + width) / 1024, top, bottom }),
  )

function columnsOf(fleet: readonly { x: number; y: number; shown: boolean }[]) {
  return {
    x: Float64Array.from(fleet, ({ x }) => x),
    y: Float64Array.from(fleet, ({ y }) => y),
    drawn: Uint32Array.from([...fleet.keys()].filter((index) => fleet[index]?.shown)),
  }
}

/** By a scan, and through the tree. */
function scanAndTree(columns: ReturnType<typeof columnsOf>): SpatialIndex[] {
  const [scanning, searching] = [new SpatialIndex(columns), new SpatialIndex(columns)]
  const [x, y] = [columns.x, columns.y].map((values) =>
    Float64Array.from(columns.drawn, (index) => values[index] as number),
  ) as [Float64Array, Float64Array]
  searching.use(KDBush.from(buildTree({ number: 0, x, y }).data))
  return [scanning, searching]
}

test('a box holds its drawn vehicles on any copy of the world, by scan and tree', () => {
  fc.assert(
    fc.property(fleets, boxes, (fleet, box) => {
      const inside = ({ x, y }: { x: number; y: number }) =>
        y >= box.top &&
        y <= box.bottom &&
        [-1, 0, 1, 2].some((lap) => x + lap >= box.left && x + lap <= box.right)
      const expected = [...fleet.keys()].filter((index) => {
        const one = fleet[index]
        return one?.shown && inside(one)
      })
      for (const index of scanAndTree(columnsOf(fleet))) expect([...index.inBox(box)]).toEqual(expected)
    }),
  )
})

test('a vehicle on the edge of a box as wide as the world is found once', () => {
  const elsewhere = Array.from({ length: 20 }, () => ({ x: 0.5, y: 0.9, shown: true }))
  const columns = columnsOf([...elsewhere, { x: 0.25, y: 0.1, shown: true }])
  const box = { left: 0.25, right: 1.25, top: 0, bottom: 0.2 }
  for (const index of scanAndTree(columns)) expect([...index.inBox(box)]).toEqual([20])
})

test('vehicles within a radius are found, also across ±180°, by scan and tree', () => {
  fc.assert(
    fc.property(fleets, share, share, fc.integer({ min: 0, max: 200 }), (fleet, x, y, reach) => {
      const radius = reach / 1024
      const expected = [...fleet.keys()].filter((index) => {
        const one = fleet[index]
        return one?.shown && wayX(x, one.x) ** 2 + (one.y - y) ** 2 <= radius * radius
      })
      for (const index of scanAndTree(columnsOf(fleet)))
        expect(index.around(x, y, radius).sort((a, b) => a - b)).toEqual(expected)
    }),
  )
})
