import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionAt } from '@/components/map/canvas/mercator'
import { type Box, pixelX, pixelY, type Viewport } from '@/components/map/canvas/viewport'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import { membersOf } from './clusters'
import { Motion } from './motion'
import { paintVehicles } from './painter'
import { composeScene, MOST_SINGLE, type RenderState, slotsIn } from './scene'
import { makeColumns, type VehicleColumns } from './vehicle-columns'

const [WIDTH, HEIGHT] = [1920, 1200]

function viewportAt(zoom: number, pixelRatio = 1): Viewport {
  const scale = 256 * 2 ** zoom
  const projection = {
    scale,
    centreX: 0.5,
    originX: Math.round(0.5 * scale - WIDTH / 2),
    originY: Math.round(0.5 * scale - HEIGHT / 2),
  }
  return { zoom, width: WIDTH, height: HEIGHT, pixelRatio, projection }
}

/** Vehicles spread over a viewport, all of them in it. */
function fleetIn({ projection: { scale, originX, originY } }: Viewport, count: number): VehicleColumns {
  const records = Array.from({ length: count }, (_, n) => {
    const [right, down] = [20 + ((n * 137) % (WIDTH - 40)), 20 + ((n * 71) % (HEIGHT - 40))]
    return vehicle(`v-${n}`, positionAt((right + originX) / scale, (down + originY) / scale))
  })
  return makeColumns(null, mapVehicles(records))
}

const apart = { clustering: false, selectedId: null }

test.each([11, 15.25, 17])(
  'at zoom %s 2,000 vehicles are drawn one by one, one more groups them all',
  (zoom) => {
    const viewport = viewportAt(zoom)
    const most = composeScene(fleetIn(viewport, MOST_SINGLE), viewport, apart)
    expect([most.singles.length, most.clusters.length, most.isCrowded]).toEqual([2_000, 0, false])

    const columns = fleetIn(viewport, MOST_SINGLE + 1)
    const { clusters, singles, isCrowded } = composeScene(columns, viewport, apart)
    expect(isCrowded).toBe(true)
    expect(clusters.length).toBeGreaterThan(100)
    expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(2_001)
    for (const cluster of clusters) expect(membersOf(cluster, columns, null).length).toBe(cluster.count)

    // A zoom closer shows a quarter of them.
    const closer = composeScene(columns, viewportAt(zoom + 1), apart)
    expect([closer.clusters.length, closer.isCrowded]).toEqual([0, false])
  },
)

test('groups that were asked for are not for want of room', () => {
  const viewport = viewportAt(11)
  const scene = composeScene(fleetIn(viewport, 5_000), viewport, { ...apart, clustering: true })
  expect(scene.isCrowded).toBe(false)
  expect(scene.clusters.length).toBeGreaterThan(100)
})

test('among too many vehicles the selected one is drawn by itself, and counted in no group', () => {
  const viewport = viewportAt(11)
  const columns = fleetIn(viewport, 4_000)
  const { clusters, singles, selected } = composeScene(columns, viewport, { ...apart, selectedId: 'v-1234' })
  expect(selected).toBe(1234)
  expect(singles).not.toContain(1234)
  expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(3_999)
  for (const cluster of clusters) expect(membersOf(cluster, columns, 1234).length).toBe(cluster.count)
})

/** Middles of what is painted, in pixels of the screen: of sprites, and of the discs of groups. */
function paintedAt(state: RenderState, viewport: Viewport) {
  const sprites: [number, number][] = []
  const discs: [number, number][] = []
  const calls: Record<string, (...given: never[]) => void> = {
    drawImage: (_: unknown, ...at: number[]) => {
      const [left, top, side] = [at[4], at[5], at[6]] as [number, number, number]
      sprites.push([left + side / 2, top + side / 2])
    },
    arc: (x: number, y: number) => discs.push([x * viewport.pixelRatio, y * viewport.pixelRatio]),
  }
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => calls[String(name)] ?? (() => undefined),
    set: () => true,
  })
  const side = Math.ceil(32 * viewport.pixelRatio)
  const atlas = { canvas: {} as HTMLCanvasElement, side, pixelRatio: viewport.pixelRatio }
  paintVehicles(context, atlas, viewport, state, 1)
  return { sprites, discs }
}

test.each([
  ['one by one', 500, 1],
  ['one by one on a fine screen', 500, 1.5],
  ['grouped', 3_000, 2],
])('vehicles %s are painted within a pixel of where they are', (_, count, pixelRatio) => {
  const viewport = viewportAt(13, pixelRatio)
  const { projection } = viewport
  const columns = fleetIn(viewport, count)
  const motion = new Motion()
  motion.set(columns, 0, false)
  const scene = composeScene(columns, viewport, { ...apart, selectedId: 'v-7' })
  const ages = new Uint8Array(count)
  const rest = { outlines: [], trail: [], selectedId: 'v-7', dimmed: null, labels: null }
  const { sprites, discs } = paintedAt({ scene, motion, ages, ...rest }, viewport)
  const pixelOf = (slot: number): [number, number] => [
    pixelX(columns.x[slot] as number, projection) * pixelRatio,
    pixelY(columns.y[slot] as number, projection) * pixelRatio,
  ]
  const alone = [...scene.singles, 7].map(pixelOf)
  expect(sprites.length).toBe(alone.length)
  for (const [n, [x, y]] of alone.entries()) {
    expect(Math.abs((sprites[n]?.[0] as number) - x)).toBeLessThanOrEqual(1)
    expect(Math.abs((sprites[n]?.[1] as number) - y)).toBeLessThanOrEqual(1)
  }
  for (const { cell, count: members } of scene.clusters) {
    const [left, right] = [cell.left, cell.right].map((x) => pixelX(x, projection) * pixelRatio)
    const [top, bottom] = [cell.top, cell.bottom].map((y) => pixelY(y, projection) * pixelRatio)
    const disc = discs.find(
      ([x, y]) =>
        x > (left as number) && x < (right as number) && y > (top as number) && y < (bottom as number),
    )
    // Within its cell, which its vehicles may fill on one side only.
    expect(disc, `group of ${members}`).toBeDefined()
  }
})

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

test('a box holds its drawn vehicles on any copy of the world, each once', () => {
  fc.assert(
    fc.property(fleets, boxes, (fleet, box) => {
      const inside = ({ x, y }: { x: number; y: number }) =>
        y >= box.top &&
        y <= box.bottom &&
        [-1, 0, 1, 2].some((lap) => x + lap >= box.left && x + lap <= box.right)
      const columns = {
        x: Float64Array.from(fleet, ({ x }) => x),
        y: Float64Array.from(fleet, ({ y }) => y),
        drawn: Uint32Array.from([...fleet.keys()].filter((slot) => fleet[slot]?.shown)),
      }
      const expected = [...columns.drawn].filter((slot) => inside(fleet[slot] as (typeof fleet)[number]))
      expect([...slotsIn(columns, box)]).toEqual(expected)
    }),
  )
})
