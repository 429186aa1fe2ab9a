import { expect, test } from 'vitest'
import { worldX, worldY } from '@/components/map/mercator'
import type { Viewport } from '@/components/map/projection'
import { finishInTasks } from '@/lib/vehicles/time-slicing'
import { orderOf, paintTint, paintWaits, streetColumns } from './wait-painter'

const centre = { lat: -34.9, lng: -56.18 }
const scale = 256 * 2 ** 15
const x = worldX(centre.lng)
const y = worldY(centre.lat)
const viewport: Viewport = {
  projection: { scale, originX: x * scale - 400, originY: y * scale - 300, centreX: x },
  zoom: 15,
  width: 800,
  height: 600,
  pixelRatio: 1,
}
/** A street to the north from a point east of the centre, in millionths of a degree. */
const street = (east: number, north = 1_000) => [
  -34_900_000,
  -56_180_000 + east,
  north / 2,
  0,
  north / 2,
  0,
]
const look = { colours: ['a', 'b', 'c', 'd', 'e', 'none'], isForced: false }

/** A context that writes down each stroke: its colour, width, dashes and points. */
function recording() {
  const strokes: { colour: string; width: number; dash: number[]; points: number[][] }[] = []
  let points: number[][] = []
  let dash: number[] = []
  const addPoint = (x: number, y: number) => void points.push([Math.round(x), Math.round(y)])
  const context = {
    strokeStyle: '',
    lineWidth: 0,
    moveTo: addPoint,
    lineTo: addPoint,
    setLineDash: (given: number[]) => (dash = given),
    beginPath: () => (points = []),
    stroke: () =>
      void strokes.push({ colour: context.strokeStyle, width: context.lineWidth, dash, points }),
  }
  return { context: context as unknown as OffscreenCanvasRenderingContext2D, strokes }
}

const MAIN = 0
const STREET = 2
const ofClass = (streetClass: number, streets: { readonly length: number }) =>
  Array.from({ length: streets.length }, () => streetClass)

async function paint(
  streets: number[][],
  steps: number[],
  isForced = false,
  classes = ofClass(STREET, streets),
) {
  const { context, strokes } = recording()
  const columns = await finishInTasks(streetColumns(streets, classes))
  await finishInTasks(
    paintWaits(context, viewport, columns, Uint8Array.from(steps), { ...look, isForced }),
  )
  return strokes
}

test('streets are painted at their points, the longest wait last, those out of view not at all', async () => {
  const strokes = await paint(
    [street(0), street(2_000), street(-2_000), street(900_000)],
    [4, 0, 4, 4],
  )
  expect(strokes.map(({ colour }) => colour)).toEqual(['a', 'e'])
  const [short, long] = strokes
  expect(long?.points.slice(0, 2)).toEqual([
    [400, 300],
    [400, 300 - Math.round((500e-6 * (scale / 360)) / Math.cos((34.9 * Math.PI) / 180))],
  ])
  expect(long?.points).toHaveLength(6)
  expect(short?.points[0]?.[0]).toBe(400 + Math.round((2_000e-6 / 360) * scale))
})

test('a line is as wide as its road is large, and larger roads of one wait lie above', async () => {
  const strokes = await paint([street(0), street(1_000), street(2_000)], [1, 1, 1], false, [
    MAIN,
    STREET,
    1,
  ])
  const widths = strokes.map(({ width }) => width)
  expect(widths).toEqual([...widths].sort((a, b) => a - b))
  expect(widths[2]).toBeGreaterThan(2 * (widths[0] as number))
  expect(strokes[2]?.points[0]?.[0]).toBe(400)
})

test('the tint is wide, and leaves out streets without a way', async () => {
  const streets = [street(0), street(1_000)]
  const columns = await finishInTasks(streetColumns(streets, ofClass(STREET, streets)))
  const { context, strokes } = recording()
  await finishInTasks(paintTint(context, viewport, columns, Uint8Array.of(2, 5), look))
  expect(strokes.map(({ colour }) => colour)).toEqual(['c'])
  expect(strokes[0]?.width).toBeGreaterThan(20)
})

test('dashes are for streets without a way, and for every step in forced colours', async () => {
  const dashes = async (isForced: boolean) =>
    (await paint([street(0), street(1_000), street(2_000)], [0, 4, 5], isForced)).map(
      ({ dash }) => dash,
    )
  expect(await dashes(false)).toEqual([[], [], [1, 4]])
  expect(await dashes(true)).toEqual([[2, 8], [], [1, 4]])
})

test('a city is painted in small strokes, between which the browser can draw', async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => street(n - 1_500))
  const columns = await finishInTasks(streetColumns(many, ofClass(STREET, many)))
  const { context, strokes } = recording()
  const pauses = [...paintWaits(context, viewport, columns, new Uint8Array(3_000), look)].length
  expect(strokes).toHaveLength(100)
  expect(pauses).toBe(100)
})

test('order is by step, within it by class, and by index within that', () => {
  const steps = Uint8Array.of(3, 0, 5, 0, 3, 3)
  const classes = Uint8Array.of(0, 2, 2, 2, 2, 2)
  expect([...orderOf(steps, classes)]).toEqual([1, 3, 4, 5, 0, 2])
})

test('a street beyond ±180° is on the copy of the world that the map shows', async () => {
  const columns = await finishInTasks(streetColumns([[0, 179_990_000, 0, 20_000]], [STREET]))
  const projection = { scale, originX: -400, originY: scale / 2 - 300, centreX: 0 }
  const west = { ...viewport, projection }
  const { context, strokes } = recording()
  await finishInTasks(paintWaits(context, west, columns, Uint8Array.of(0), look))
  expect(strokes).toHaveLength(1)
})
