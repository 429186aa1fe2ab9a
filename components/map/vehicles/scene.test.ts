import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { worldY } from '@/components/map/mercator'
import {
  type Box,
  pixelX,
  pixelY,
  stepsX,
  stepsY,
  type Viewport,
} from '@/components/map/projection'
import type { MapVehicles } from '@/components/map/types'
import { mapVehicles, markColours, placeAt, vehicle, viewportOf } from '@/lib/testing/map-vehicles'
import { Motion } from './motion'
import { paintVehicles } from './painter'
import { Pictures } from './pictures'
import { composeScene, MOST_SINGLE, pixelOf, type RenderState, slotsIn } from './scene'

const WIDTH = 1920
const HEIGHT = 1200

const viewportAt = (zoom: number, pixelRatio = 1) =>
  viewportOf({ width: WIDTH, height: HEIGHT, zoom, pixelRatio })

/** Vehicles spread over a viewport, all of them in it. */
function fleetIn({ projection }: Viewport, count: number): MapVehicles {
  const at = (n: number) =>
    placeAt(projection, 20 + ((n * 137) % (WIDTH - 40)), 20 + ((n * 71) % (HEIGHT - 40)))
  return mapVehicles(Array.from({ length: count }, (_, n) => vehicle(`v-${n}`, at(n))))
}

const apart = { clustering: false, selectedId: null, emphasis: null }

test.each([11, 15.25, 17])(
  'at zoom %s 2,000 vehicles are drawn one by one, one more groups all',
  (zoom) => {
    const viewport = viewportAt(zoom)
    const most = composeScene({ ...apart, vehicles: fleetIn(viewport, MOST_SINGLE) }, viewport)
    expect([most.singles.length, most.clusters.length, most.isCrowded]).toEqual([2_000, 0, false])

    const vehicles = fleetIn(viewport, MOST_SINGLE + 1)
    const { clusters, singles, isCrowded } = composeScene({ ...apart, vehicles }, viewport)
    expect(isCrowded).toBe(true)
    expect(clusters.length).toBeGreaterThan(100)
    expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(2_001)
    for (const { count, members } of clusters) expect(members().length).toBe(count)

    // A zoom closer shows a quarter of them.
    const closer = composeScene({ ...apart, vehicles }, viewportAt(zoom + 1))
    expect([closer.clusters.length, closer.isCrowded]).toEqual([0, false])
  },
)

test('groups that were asked for are not for want of room', () => {
  const viewport = viewportAt(11)
  const scene = composeScene(
    { ...apart, vehicles: fleetIn(viewport, 5_000), clustering: true },
    viewport,
  )
  expect(scene.isCrowded).toBe(false)
  expect(scene.clusters.length).toBeGreaterThan(100)
})

test('among too many vehicles the selected one is drawn by itself, and counted in no group', () => {
  const viewport = viewportAt(11)
  const vehicles = fleetIn(viewport, 4_000)
  const { clusters, singles, selected } = composeScene(
    { ...apart, vehicles, selectedId: 'v-1234' },
    viewport,
  )
  expect(selected).toBe(1234)
  expect(singles).not.toContain(1234)
  expect(clusters.reduce((sum, { count }) => sum + count, singles.length)).toBe(3_999)
  for (const { members } of clusters) expect(members()).not.toContain(1234)
})

type Picture = { width: number; isDisc: boolean }

/**
 * Stand-in for a canvas of the browser: a picture of it has a width, and
 * says whether it has an arc.
 */
class CanvasWithoutPixels {
  width = 0
  height = 0
  #isDisc = false

  getContext() {
    const calls: Record<string, unknown> = { canvas: this, arc: () => (this.#isDisc = true) }
    return new Proxy(
      {},
      { get: (_, name) => calls[String(name)] ?? (() => undefined), set: () => true },
    )
  }

  transferToImageBitmap(): Picture {
    const isDisc = this.#isDisc
    this.#isDisc = false
    return { width: this.width, isDisc }
  }
}

test('a watched vehicle is in no group, and has a star where it is painted', () => {
  const viewport = viewportAt(11)
  const vehicles = { ...fleetIn(viewport, 3_000), starred: [7, 9] }
  const scene = composeScene({ ...apart, vehicles, clustering: true }, viewport)
  expect([...scene.singles]).toEqual(expect.arrayContaining([7, 9]))
  expect(scene.starred).toEqual([7, 9])
  for (const { members } of scene.clusters) expect([...members()]).not.toContain(7)
})

/** Middles of what is painted, in pixels of the screen: of sprites, and of the discs of groups. */
function paintedAt(state: RenderState, viewport: Viewport) {
  vi.stubGlobal('OffscreenCanvas', CanvasWithoutPixels)
  vi.stubGlobal('Path2D', class {})
  const sprites: [number, number][] = []
  const discs: [number, number][] = []
  const drawImage = ({ width, isDisc }: Picture, left: number, top: number) =>
    (isDisc ? discs : sprites).push([left + width / 2, top + width / 2])
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (name === 'drawImage' ? drawImage : () => undefined),
    set: () => true,
  })
  paintVehicles(context, new Pictures(viewport.pixelRatio), viewport, state, 1)
  vi.unstubAllGlobals()
  return { sprites, discs }
}

test.each([
  ['one by one', 500, 1],
  ['one by one on a fine screen', 500, 1.5],
  ['grouped', 3_000, 2],
])('vehicles %s are painted within a pixel of where they are', (_, count, pixelRatio) => {
  const viewport = viewportAt(13, pixelRatio)
  const { projection } = viewport
  const vehicles = fleetIn(viewport, count)
  const motion = new Motion()
  motion.set(vehicles.table, 0, false)
  const scene = composeScene({ ...apart, vehicles, selectedId: 'v-7' }, viewport)
  const rest = {
    departed: [],
    trail: [],
    selectedId: 'v-7',
    emphasis: null,
    labels: null,
    colours: markColours,
  }
  const { sprites, discs } = paintedAt({ scene, motion, nowMs: 0, ...rest }, viewport)
  const alone = [...scene.singles, 7].map((slot) =>
    pixelOf(vehicles, slot, projection).map((pixel) => pixel * pixelRatio),
  ) as [number, number][]
  expect(sprites.length).toBe(alone.length)
  for (const [n, place] of alone.entries())
    for (const axis of [0, 1] as const)
      expect(Math.abs((sprites[n]?.[axis] as number) - place[axis])).toBeLessThanOrEqual(1)
  for (const { x, y, count: members } of scene.clusters) {
    const toX = pixelX(x, projection) * pixelRatio
    const toY = pixelY(y, projection) * pixelRatio
    const isPainted = discs.some(([x, y]) => Math.abs(x - toX) <= 1 && Math.abs(y - toY) <= 1)
    expect(isPainted, `group of ${members}`).toBe(true)
  }
})

const places = fc.array(
  fc.record({
    lat: fc.integer({ min: -90e6, max: 90e6 }),
    lng: fc.integer({ min: -180e6, max: 180e6 }),
    shown: fc.boolean(),
  }),
  { maxLength: 300 },
)
const share = fc.double({ min: 0, max: 1, noNaN: true })
const boxes = fc
  .record({
    left: fc.double({ min: -0.5, max: 1, noNaN: true }),
    width: share,
    top: share,
    height: share,
  })
  .map(
    ({ left, width, top, height }): Box => ({
      left,
      right: left + width,
      top,
      bottom: top + height,
    }),
  )

test('a box holds its shown vehicles on any copy of the world, each once, and none further than two steps away', () => {
  const isInside = (box: Box, { lat, lng }: { lat: number; lng: number }, beside: number) => {
    const x = stepsX(lng)
    const y = stepsY(lat)
    return (
      y >= box.top - beside &&
      y <= box.bottom + beside &&
      [-1, 0, 1, 2].some((lap) => x + lap >= box.left - beside && x + lap <= box.right + beside)
    )
  }
  fc.assert(
    fc.property(places, boxes, (fleet, box) => {
      const shown = Uint32Array.from([...fleet.keys()].filter((slot) => fleet[slot]?.shown))
      const lat = Int32Array.from(fleet, (one) => one.lat)
      const lng = Int32Array.from(fleet, (one) => one.lng)
      const picked = slotsIn({ table: { lat, lng }, shown }, box)
      const within = (beside: number) =>
        [...shown].filter((slot) => isInside(box, fleet[slot] as (typeof fleet)[number], beside))
      expect([...picked]).toEqual(expect.arrayContaining(within(0)))
      // A step of latitude is longest in shares of the world where the map ends.
      expect(within(1e-7)).toEqual(expect.arrayContaining([...picked]))
      expect(new Set(picked).size).toBe(picked.length)
    }),
  )
})

test('vehicles beyond the ends of the map are drawn at its edge; those without a position nowhere', () => {
  const fleet = [{ lat: 90, lng: 0 }, { lat: -90, lng: 0 }, null].map((at, n) =>
    vehicle(`v-${n}`, at),
  )
  const inBox = (top: number, bottom: number) => [
    ...slotsIn(mapVehicles(fleet), { left: 0, right: 1, top, bottom }),
  ]
  const found = [inBox(-0.1, 0.5), inBox(0.5, 1.1), inBox(-0.1, 1.1), inBox(0.1, 0.9)]
  expect(found).toEqual([[0], [1], [0, 1], []])
  // A view may end a hair inside the edge, where they are drawn.
  expect([inBox(worldY(90), 0.5), inBox(0.5, worldY(-90))]).toEqual([[0], [1]])
})
