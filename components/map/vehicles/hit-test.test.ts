import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionAt } from '@/components/map/canvas/mercator'
import { type Projection, pixelX, pixelY } from '@/components/map/canvas/projection'
import { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import { mapVehicles, vehicle } from '@/lib/testing/map-vehicles'
import type { PlacedDeparted } from './departed-vehicles'
import { hitTest, REACH } from './hit-test'
import { Motion } from './motion'
import type { RenderState } from './render-state'
import { composeScene } from './scene'
import { makeColumns } from './vehicle-columns'

const SIZE = { width: 400, height: 300, zoom: 10 }

/** A sight whose middle is a place of the world. */
function sight(centreX: number, zoom = SIZE.zoom) {
  const scale = 256 * 2 ** zoom
  const projection: Projection = {
    scale,
    centreX,
    originX: centreX * scale - SIZE.width / 2,
    originY: 0.5 * scale - SIZE.height / 2,
  }
  return { ...SIZE, zoom, projection }
}

/** Vehicles at pixels of a sight. */
function pictureOf(
  pixels: readonly { readonly x: number; readonly y: number }[],
  from: ReturnType<typeof sight>,
  given: { clustering?: boolean; selectedId?: string | null; ghosts?: readonly PlacedDeparted[] } = {},
): RenderState {
  const { scale, originX, originY } = from.projection
  const records = pixels.map(({ x, y }, n) => {
    const { lat, lng } = positionAt((x + originX) / scale, (y + originY) / scale)
    return vehicle(`v-${n}`, { lat, lng: ((lng + 540) % 360) - 180 })
  })
  const columns = makeColumns(null, mapVehicles(records))
  const places = new SpatialIndex(columns)
  const motion = new Motion()
  motion.set(columns, 0, false)
  const { clustering = false, selectedId = null, ghosts = [] } = given
  const scene = composeScene(columns, places, from, { selectedId, clustering })
  return { scene, places, motion, ages: new Uint8Array(pixels.length), ghosts, trail: [], selectedId }
}

const pixel = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) })
// In the middle of a map, and where ±180° runs through it.
const middles = fc.constantFrom(0.5, 0, 1)
// Below and above the number from which on the index is asked.
const amounts = fc.constantFrom(0, 2_100)

test('a pointer hits the vehicle that a look at every one finds nearest', () => {
  fc.assert(
    fc.property(fc.array(pixel, { maxLength: 60 }), amounts, pixel, middles, (pixels, more, at, middle) => {
      const from = sight(middle)
      // Those added stand out of reach, in a corner of the padding.
      const all = [...pixels, ...Array.from({ length: more }, () => ({ x: -10, y: -10 }))]
      const picture = pictureOf(all, from)
      const seen = all.map((_, index) => {
        const { x, y } = picture.scene.columns
        return Math.hypot(
          pixelX(x[index] as number, from.projection) - at.x,
          pixelY(y[index] as number, from.projection) - at.y,
        )
      })
      const nearest = Math.min(...seen)
      const hit = hitTest(picture, from.projection, 1, at.x, at.y)
      if (nearest >= REACH) expect(hit).toBeNull()
      else expect(hit?.kind === 'vehicle' && seen[hit.indices[0]]).toBeCloseTo(nearest, 6)
    }),
  )
})

test('vehicles at one spot are all told', () => {
  const from = sight(0.5)
  const picture = pictureOf(
    [
      { x: 100, y: 100 },
      { x: 130, y: 100 },
      { x: 100, y: 100 },
    ],
    from,
  )
  const hit = hitTest(picture, from.projection, 1, 104, 100)
  expect(hit?.kind === 'vehicle' && [...hit.indices].sort()).toEqual([0, 2])
})

test('where a cluster stands the cluster is hit, but the selected vehicle stands on its own above it', () => {
  const from = sight(0.5)
  const close = Array.from({ length: 6 }, (_, n) => ({ x: 200 + 20 + n, y: 150 + 20 }))
  const clustered = hitTest(pictureOf(close, from, { clustering: true }), from.projection, 1, 225, 172)
  expect(clustered?.kind === 'cluster' && clustered.cluster.count).toBe(6)
  const picture = pictureOf(close, from, { clustering: true, selectedId: 'v-2' })
  const hit = hitTest(picture, from.projection, 1, 222, 170)
  expect(hit?.kind === 'vehicle' && hit.indices).toEqual([2])
  expect(picture.scene.clusters.map(({ count }) => count)).toEqual([5])
})

test('a ghost is hit where no vehicle is nearer', () => {
  const from = sight(0.5)
  const { scale, originX, originY } = from.projection
  const ghosts = [{ id: 'gone', x: (100 + originX) / scale, y: (100 + originY) / scale, style: 0 }]
  const picture = pictureOf([{ x: 110, y: 100 }], from, { ghosts })
  expect(hitTest(picture, from.projection, 1, 101, 100)).toMatchObject({ kind: 'ghost', id: 'gone' })
  expect(hitTest(picture, from.projection, 1, 108, 100)).toMatchObject({ kind: 'vehicle', indices: [0] })
})

test('what is filtered out or selected without being shown is neither drawn nor hit', () => {
  const from = sight(0.5)
  const records = [vehicle('a', { lat: 0, lng: 0 }), vehicle('b', { lat: 0, lng: 0 })]
  const columns = makeColumns(null, mapVehicles(records, { shown: Uint32Array.of(1) }))
  const scene = composeScene(columns, new SpatialIndex(columns), from, { selectedId: 'a', clustering: true })
  expect([...scene.singles]).toEqual([1])
  expect(scene.selected).toBeNull()
})
