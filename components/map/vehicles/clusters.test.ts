import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionAt } from '@/components/map/mercator'
import { type Box, stepsX, stepsY } from '@/components/map/projection'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { vehicle } from '@/lib/testing/map-vehicles'
import { STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import {
  CELL_PX,
  clusterVehicles,
  FEWEST_CLUSTERED,
  middleOf,
  splitZoom,
  wholeCells,
} from './clusters'
import { slotsIn } from './scene'

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
// Many vehicles near a few places, as in a town; in steps.
const place = fc.tuple(
  fc.integer({ min: -180e6, max: 180e6 }),
  fc.integer({ min: -85e6, max: 78e6 }),
)
const places = fc.array(place, { minLength: 1, maxLength: 4 })
const fleets = places.chain((towns) =>
  fc.array(
    fc.record({
      town: fc.constantFrom(...towns),
      east: fc.integer({ min: 0, max: 7e6 }),
      north: fc.integer({ min: 0, max: 7e6 }),
      status: fc.constantFrom('available', 'busy', 'offline', null),
    }),
    { maxLength: 120 },
  ),
)
const boxes = fc
  .record({
    left: fc.double({ min: -0.5, max: 1, noNaN: true }),
    width: share,
    top: share,
    height: share,
  })
  .map(({ left, width, top, height }): Box => {
    const right = left + width
    const bottom = Math.min(1, top + height)
    return { left, right, top, bottom }
  })
// The whole world at a higher zoom has more cells than any screen.
const zooms = fc.integer({ min: 0, max: 6 })

type Placed = { town: [number, number]; east: number; north: number; status: string | null }

function fleetOf(fleet: Placed[]) {
  return {
    lng: Int32Array.from(fleet, ({ town, east }) => town[0] + east),
    lat: Int32Array.from(fleet, ({ town, north }) => town[1] + north),
    records: fleet.map(({ status }, slot) => vehicle(`v-${slot}`, null, status)),
    shown: Uint32Array.from(fleet.keys()),
  }
}

test('clusters are the cells with enough vehicles, each with its count and mix', () => {
  fc.assert(
    fc.property(fleets, boxes, zooms, (fleet, box, zoom) => {
      const vehicles = fleetOf(fleet)
      const cells = wholeCells(box, zoom)
      const indices = slotsIn({ table: vehicles, shown: vehicles.shown }, cells)
      const { clusters, singles } = clusterVehicles(vehicles, indices, cells, zoom)

      // A plain oracle: a list for each cell.
      const across = (256 / CELL_PX) * 2 ** zoom
      const cellAt = (index: number) =>
        [stepsX(vehicles.lng[index] as number), stepsY(vehicles.lat[index] as number)].map(
          (share) => Math.floor(share * across),
        ) as [number, number]
      const isIn = (cell: number, from: number, to: number) =>
        cell >= from * across && cell < to * across
      const visible = [...fleet.keys()].filter((index) => {
        const [column, row] = cellAt(index)
        const isInColumns = [-1, 0, 1].some((lap) =>
          isIn(column + lap * across, cells.left, cells.right),
        )
        return isInColumns && isIn(row, cells.top, cells.bottom)
      })
      const byCell = new Map<string, number[]>()
      for (const index of visible) {
        const cell = cellAt(index).join(' ')
        byCell.set(cell, [...(byCell.get(cell) ?? []), index])
      }
      const full = [...byCell].filter(([, members]) => members.length >= FEWEST_CLUSTERED)
      const mixOf = (members: number[]) =>
        STATUS_STYLES.map(
          (style) =>
            members.filter((index) => statusStyle(fleet[index]?.status ?? null) === style).length,
        )
      // A cluster is drawn inside its cell.
      const actual = clusters.map(({ x, y, count, mix, members }) => [
        `${Math.floor(x * across)} ${Math.floor(y * across)}`,
        count,
        mix,
        [...members()],
      ])
      expect(actual.sort()).toEqual(
        full.map(([cell, members]) => [cell, members.length, mixOf(members), members]).sort(),
      )
      expect([...singles]).toEqual(
        visible.filter(
          (index) => (byCell.get(cellAt(index).join(' '))?.length ?? 0) < FEWEST_CLUSTERED,
        ),
      )
      expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(visible.length)
    }),
  )
})

test('a pan changes no cluster that stays completely visible', () => {
  fc.assert(
    fc.property(fleets, zooms, fc.double({ min: 0, max: 0.3, noNaN: true }), (fleet, zoom, pan) => {
      const vehicles = fleetOf(fleet)
      const clustersFrom = (left: number) => {
        const cells = wholeCells({ left, right: left + 1, top: 0, bottom: 1 }, zoom)
        const slots = slotsIn({ table: vehicles, shown: vehicles.shown }, cells)
        const { clusters } = clusterVehicles(vehicles, slots, cells, zoom)
        const inWords = clusters.map(
          ({ x, y, count, mix }) => `${x.toFixed(9)} ${y.toFixed(9)} ${count} ${mix}`,
        )
        return inWords.sort()
      }
      expect(clustersFrom(pan)).toEqual(clustersFrom(0))
    }),
  )
})

/** At shares of the world. */
function at(...shares: readonly (readonly [number, number])[]) {
  const positions = shares.map(([x, y]) => positionAt(x, y))
  return {
    lat: Int32Array.from(positions, ({ lat }) => Math.round(lat * STEPS_PER_DEGREE)),
    lng: Int32Array.from(positions, ({ lng }) => Math.round(lng * STEPS_PER_DEGREE)),
  }
}

test('a cluster splits at the first zoom at which its vehicles are in several cells', () => {
  const vehicles = at([0.1, 0.4], [0.1 + 1e-5, 0.4], [0.1, 0.4])
  const all = Uint32Array.of(0, 1, 2)
  const zoom = splitZoom(vehicles, all, 4)
  const cellsAt = (closer: number) =>
    new Set(
      [...all].map((slot) => Math.floor(stepsX(vehicles.lng[slot] as number) * 4 * 2 ** closer)),
    ).size
  expect(cellsAt(zoom)).toBe(2)
  expect(cellsAt(zoom - 1)).toBe(1)
  const [x, y] = middleOf(vehicles, all)
  expect(x).toBeCloseTo(0.1 + 0.5e-5, 8)
  expect(y).toBeCloseTo(0.4, 8)
})

test('vehicles at the same position split where few are clustered no more; too many of them never do', () => {
  const vehicles = at([0.5, 0.5], [0.5, 0.5])
  const zooms = [3, 15, 16, 19].map((zoom) => splitZoom(vehicles, Uint32Array.of(0, 1), zoom))
  expect(zooms).toEqual([16, 16, 19, 19])
})
