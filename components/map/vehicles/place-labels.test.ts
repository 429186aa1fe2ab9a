import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box, Viewport } from '@/components/map/projection'
import { mapVehicles, placeAt, vehicle, viewportOf } from '@/lib/testing/map-vehicles'
import { importantSlots, isLabelled, MARK_REACH, takeMarks, withoutCrowd } from './labels'
import { type Label, Occupancy, placeLabels } from './place-labels'
import { composeScene, pixelOf, type Scene } from './scene'

const WIDTH = 500
const HEIGHT = 300
const LABEL_HEIGHT = 19

const viewportAt = (centreX: number, movedX = 0, movedY = 0) =>
  viewportOf({ width: WIDTH, height: HEIGHT, zoom: 16 }, { centreX, movedX, movedY })
const middleView = viewportAt(0.5)

type Given = { x: number; y: number; heading: number; name: string | null }
type Choice = { clustering?: boolean; selectedId?: string | null; numbered?: number[] }

function sceneOf(
  fleet: readonly Given[],
  from: Viewport,
  choice: Choice = {},
  seenFrom = from,
): Scene {
  const records = fleet.map(({ x, y }, n) => vehicle(`v-${n}`, placeAt(from.projection, x, y)))
  const vehicles = mapVehicles(records, {
    headings: Float32Array.from(fleet, ({ heading }) => heading),
  })
  const { clustering = false, selectedId = null, numbered = [] } = choice
  const emphasis = { numbered, dimmed: new Uint8Array(fleet.length) }
  return composeScene({ vehicles, clustering, selectedId, emphasis }, seenFrom)
}

/** @param placed the labels before */
function labelsOf(
  scene: Scene,
  { projection }: Viewport,
  fleet: readonly Given[],
  placed: readonly Label[] = [],
  first: ReadonlySet<number> = new Set(),
  numbered: readonly number[] = [],
): Label[] {
  const before = new Map(placed.map(({ slot, side }) => [slot, side]))
  const occupancy = new Occupancy(WIDTH, HEIGHT)
  takeMarks(occupancy, { scene, departed: [] }, projection)
  const aboveCrowd = new Occupancy(WIDTH, HEIGHT)
  takeMarks(aboveCrowd, withoutCrowd({ scene }), projection)
  const { vehicles, selected } = scene
  return placeLabels({
    occupancy,
    aboveCrowd,
    numbered,
    height: LABEL_HEIGHT,
    important: importantSlots(scene, first),
    before,
    others: scene.singles,
    pixelOf: (slot) => pixelOf(vehicles, slot, projection),
    reachOf: (slot) => (slot === selected ? 22 : 11),
    textOf: (slot) => fleet[slot]?.name ?? null,
    widthOf: (text) => 4 + 7 * text.length,
  })
}

// Between whole pixels as well, but at no half, which a pan may round either way.
const quarter = (value: number) => value / 4 + 0.1

const given = fc.record({
  x: fc.integer({ min: -80, max: 4 * WIDTH + 80 }).map(quarter),
  y: fc.integer({ min: -80, max: 4 * HEIGHT + 80 }).map(quarter),
  heading: fc.option(fc.integer({ min: 0, max: 359 }), { nil: Number.NaN }),
  name: fc.option(fc.string({ minLength: 1, maxLength: 14 })),
})
const fleets = fc.array(given, { maxLength: 120 })
// In the middle of a map, and where ±180° runs through it.
const middles = fc.constantFrom(0.5, 0, 1)
const choices = fc.record({
  clustering: fc.boolean(),
  selectedId: fc.constantFrom(null, 'v-3'),
  numbered: fc.constantFrom<number[][]>([], [0, 3, 7]),
})

test('labels overlap neither each other nor a mark, and each names the vehicle that it touches', () => {
  let seen = 0
  fc.assert(
    fc.property(fleets, middles, choices, (fleet, middle, choice) => {
      const from = viewportAt(middle)
      const numbered = choice.numbered.filter((slot) => slot < fleet.length)
      const scene = sceneOf(fleet, from, { ...choice, numbered })
      const labels = labelsOf(scene, from, fleet)
      seen += labels.length
      for (const [at, label] of labels.entries()) {
        const { box, slot } = label
        expect(label.text).toBe(fleet[slot]?.name)
        const reach = slot === scene.selected ? 23 : 12
        expect(distanceTo(box, scene, slot, from)).toBeLessThanOrEqual(reach)
        for (const other of labels.slice(at + 1)) expect(meet(box, other.box)).toBe(false)
        for (const other of scene.singles)
          expect(distanceTo(box, scene, other, from)).toBeGreaterThanOrEqual(MARK_REACH - 1)
        expect(box.left >= 0 && box.top >= 0 && box.right <= WIDTH && box.bottom <= HEIGHT).toBe(
          true,
        )
      }
      expect(new Set(labels.map(({ slot }) => slot)).size).toBe(labels.length)
    }),
  )
  expect(seen).toBeGreaterThan(100)
})

test('every vehicle that has a name and room around it is labelled', () => {
  const fleet = Array.from({ length: 12 }, (_, n) => ({
    x: 70 + (n % 4) * 120,
    y: 40 + Math.floor(n / 4) * 100,
    heading: n * 30,
    name: n === 5 ? null : `KB-${n}`,
  }))
  const labels = labelsOf(sceneOf(fleet, middleView), middleView, fleet)
  expect(labels.map(({ text }) => text).sort()).toEqual(
    fleet.flatMap(({ name }) => name ?? []).sort(),
  )
})

test('nothing moved: the same labels at the same sides; after a pan those still in view', () => {
  const steps = fc.integer({ min: -150, max: 150 })
  fc.assert(
    fc.property(fleets, middles, steps, steps, (fleet, middle, movedX, movedY) => {
      const from = viewportAt(middle)
      const labels = labelsOf(sceneOf(fleet, from), from, fleet)
      const again = labelsOf(sceneOf(fleet, from), from, fleet, labels)
      expect(again.map(inWords).sort()).toEqual(labels.map(inWords).sort())
      const to = viewportAt(middle, movedX, movedY)
      const panned = labelsOf(sceneOf(fleet, from, {}, to), to, fleet, labels).map(inWords)
      const inView = labels.filter(({ box: { left, top, right, bottom } }) => {
        const isAcross = left - 30 > movedX && right + 30 < WIDTH + movedX
        return isAcross && top - 30 > movedY && bottom + 30 < HEIGHT + movedY
      })
      expect(panned).toEqual(expect.arrayContaining(inView.map(inWords)))
    }),
  )
})

test('of vehicles in each other’s way the selected one is labelled first, then a numbered, then a chosen one', () => {
  const names = [0, 1, 2, 3, 4, 5].map((n) => `${n}`.repeat(9))
  const fleet = names.map((name, n) => ({ x: 100, y: 100 + n, heading: Number.NaN, name }))
  const first = (choice: Choice, chosen: number[] = []) =>
    labelsOf(sceneOf(fleet, middleView, choice), middleView, fleet, [], new Set(chosen))[0]?.slot
  expect(first({})).toBe(0)
  expect(first({}, [4])).toBe(4)
  expect(first({ numbered: [5, 2] }, [4])).toBe(5)
  expect(first({ numbered: [5, 2], selectedId: 'v-3' }, [4])).toBe(3)
})

test('labels begin at the zoom of a town, and wherever there are few vehicles', () => {
  const few = sceneOf([], middleView)
  const many = { ...few, singles: new Uint32Array(301) }
  expect([isLabelled(3, few), isLabelled(11.9, many), isLabelled(12, many)]).toEqual([
    true,
    false,
    true,
  ])
})

/** Pixels from a box to the middle of a vehicle. */
function distanceTo(
  { left, top, right, bottom }: Box,
  scene: Scene,
  slot: number,
  from: Viewport,
): number {
  const [x, y] = pixelOf(scene.vehicles, slot, from.projection)
  return Math.max(left - x, x - right, top - y, y - bottom, 0)
}

function meet(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  )
}

function inWords({ slot, text, side }: Label): string {
  return `${slot} ${text} ${side}`
}

test('numbered vehicles have their labels in a crowd that leaves no room, and cover no other numbered one', () => {
  const crowd = Array.from({ length: 400 }, (_, n) => ({
    x: 10 + (n % 25) * 20,
    y: 10 + Math.floor(n / 25) * 19,
    heading: Number.NaN,
    name: `KB-${n}`,
  }))
  const numbered = [60, 61, 112, 187, 290]
  const scene = sceneOf(crowd, middleView, { numbered })
  expect(labelsOf(scene, middleView, crowd)).toEqual([])
  const labels = labelsOf(scene, middleView, crowd, [], new Set(), numbered)
  expect(labels.map(({ slot }) => slot).sort((a, b) => a - b)).toEqual(numbered)
  for (const { slot, box } of labels)
    for (const other of numbered.filter((one) => one !== slot)) {
      const [x, y] = pixelOf(scene.vehicles, other, middleView.projection)
      const isOver = x > box.left && x < box.right && y > box.top && y < box.bottom
      expect(isOver).toBe(false)
    }
})
