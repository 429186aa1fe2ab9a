import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Viewport } from '@/components/map/projection'
import type { DepartedOnMap } from '@/components/map/types'
import { mapVehicles, markColours, placeAt, vehicle, viewportOf } from '@/lib/testing/map-vehicles'
import { hitTest, REACH } from './hit-test'
import { Motion } from './motion'
import { paintNumbers } from './painter'
import { composeScene, pixelOf, type RenderState } from './scene'
import { spriteOf } from './sprites'

/** A viewport centred on a world x. */
const viewportAt = (centreX: number) =>
  viewportOf({ width: 400, height: 300, zoom: 10 }, { centreX })

/** Vehicles at pixels of a viewport. */
function stateOf(
  pixels: readonly { readonly x: number; readonly y: number }[],
  from: Viewport,
  given: {
    clustering?: boolean
    selectedId?: string | null
    departed?: readonly DepartedOnMap[]
  } = {},
): RenderState {
  const vehicles = mapVehicles(
    pixels.map(({ x, y }, n) => vehicle(`v-${n}`, placeAt(from.projection, x, y))),
  )
  const motion = new Motion()
  motion.set(vehicles.table, 0, false)
  const { clustering = false, selectedId = null, departed = [] } = given
  const scene = composeScene({ vehicles, selectedId, clustering, emphasis: null }, from)
  const rest = { trail: [], emphasis: null, labels: null, colours: markColours }
  return { scene, motion, nowMs: 0, departed, selectedId, ...rest }
}

const pixel = fc.record({
  x: fc.integer({ min: 0, max: 400 }),
  y: fc.integer({ min: 0, max: 300 }),
})
// In the middle of a map, and where ±180° runs through it.
const middles = fc.constantFrom(0.5, 0, 1)

test('a pointer hits the nearest vehicle', () => {
  fc.assert(
    fc.property(fc.array(pixel, { maxLength: 60 }), pixel, middles, (pixels, at, middle) => {
      const from = viewportAt(middle)
      const state = stateOf(pixels, from)
      const distances = pixels.map((_, index) => {
        const [x, y] = pixelOf(state.scene.vehicles, index, from.projection)
        return Math.hypot(x - at.x, y - at.y)
      })
      const nearest = Math.min(...distances)
      const hit = hitTest(state, from.projection, 1, at.x, at.y)
      if (nearest >= REACH) expect(hit).toBeNull()
      else
        expect(hit?.kind === 'vehicle' && distances[Number(hit.ids[0].slice(2))]).toBeCloseTo(
          nearest,
          6,
        )
    }),
  )
})

test('a hit names all vehicles at one spot', () => {
  const from = viewportAt(0.5)
  const pixels = [100, 130, 100].map((x) => ({ x, y: 100 }))
  const state = stateOf(pixels, from)
  const hit = hitTest(state, from.projection, 1, 104, 100)
  expect(hit?.kind === 'vehicle' && [...hit.ids].sort()).toEqual(['v-0', 'v-2'])
})

test('a cluster is hit, but the selected vehicle is drawn and hit above it', () => {
  const from = viewportAt(0.5)
  const close = Array.from({ length: 6 }, (_, n) => ({ x: 200 + 20 + n, y: 150 + 20 }))
  const clustered = hitTest(
    stateOf(close, from, { clustering: true }),
    from.projection,
    1,
    225,
    172,
  )
  expect(clustered?.kind === 'cluster' && clustered.count).toBe(6)
  const state = stateOf(close, from, { clustering: true, selectedId: 'v-2' })
  const hit = hitTest(state, from.projection, 1, 222, 170)
  expect(hit?.kind === 'vehicle' && hit.ids).toEqual(['v-2'])
  expect(state.scene.clusters.map(({ count }) => count)).toEqual([5])
})

test('a departed vehicle is hit where no vehicle is nearer', () => {
  const from = viewportAt(0.5)
  const departed = [
    { id: 'gone', position: placeAt(from.projection, 100, 100), status: 'available' },
  ]
  const state = stateOf([{ x: 110, y: 100 }], from, { departed })
  expect(hitTest(state, from.projection, 1, 101, 100)).toMatchObject({
    kind: 'departed',
    id: 'gone',
  })
  expect(hitTest(state, from.projection, 1, 108, 100)).toMatchObject({
    kind: 'vehicle',
    ids: ['v-0'],
  })
})

test('a vehicle that is filtered out is neither drawn nor hit, even when selected', () => {
  const from = viewportAt(0.5)
  const records = [vehicle('a', { lat: 0, lng: 0 }), vehicle('b', { lat: 0, lng: 0 })]
  const vehicles = mapVehicles(records, { shown: Uint32Array.of(1) })
  const scene = composeScene({ vehicles, selectedId: 'a', clustering: true, emphasis: null }, from)
  expect([...scene.singles]).toEqual([1])
  expect(scene.selected).toBeNull()
})

test('numbered vehicles are in no cluster, and each is drawn with its number', () => {
  const from = viewportAt(0.5)
  const placeOf = (at: number) => ({ lat: 0.0001, lng: 0.0001 + at / 1e6 })
  const crowd = Array.from({ length: 9 }, (_, at) => vehicle(`v${at}`, placeOf(at)))
  const vehicles = mapVehicles(crowd)
  const dimmed = Uint8Array.from(crowd, (_, at) => (at === 3 ? 0 : 1))
  const emphasis = { numbered: [3, 7], dimmed }
  const scene = composeScene({ vehicles, selectedId: 'v7', clustering: true, emphasis }, from)
  expect(scene.clusters.map(({ count }) => count)).toEqual([7])
  expect([...scene.singles]).toEqual([3])

  const written: [string, number][] = []
  const canvas = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) =>
      name === 'fillText' ? (text: string, x: number) => written.push([text, x]) : () => {},
    set: () => true,
  })
  const motion = new Motion()
  motion.set(vehicles.table, 0, false)
  const rest = {
    departed: [],
    trail: [],
    selectedId: 'v7',
    emphasis,
    labels: null,
    colours: markColours,
  }
  paintNumbers(canvas, from, { scene, motion, nowMs: 0, ...rest }, 1)
  expect(written.map(([text]) => text)).toEqual(['2', '1'])
  const [x] = pixelOf(vehicles, 3, from.projection)
  expect(Math.abs((written[1]?.[1] as number) - x)).toBeLessThan(12)
  expect(spriteOf(vehicles, 3, 0, true)).not.toBe(spriteOf(vehicles, 3, 0, false))
})
