import { afterEach, expect, test, vi } from 'vitest'
import { encodeTile } from '@/lib/testing/maps/vector-tile'
import {
  boxOf,
  createTileSource,
  type Feature,
  LINE,
  NAME_LINES,
  nameLines,
  placeOf,
} from './tiles'

const properties = { kind: 'major_road', name: 'Main' }
const points = [0, 4096].map((x) => [x, 2048] as const)
const tile = encodeTile({ roads: [{ kind: 'line', points, properties }] })

let asked: string[] = []
function answer(...responses: Response[]) {
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return responses.shift() ?? new Response(new Uint8Array(tile))
  })
}
afterEach(() => vi.unstubAllGlobals())

test('a tile of the file covers two by two of the map, and more beyond its last zoom', () => {
  const whole = { address: { z: 13, x: 2, y: 3 }, left: 1024, top: 1536, scale: 1 }
  expect(placeOf({ z: 14, x: 5, y: 7 }, 14)).toEqual(whole)
  const part = { address: { z: 14, x: 5, y: 7 }, left: 5 * 2048, top: 7 * 2048, scale: 4 }
  expect(placeOf({ z: 17, x: 40, y: 61 }, 14)).toEqual(part)
  expect(placeOf({ z: 0, x: 0, y: 0 }, 14)).toMatchObject({
    address: { z: 0, x: 0, y: 0 },
    scale: 0.5,
  })
})

test('tiles of the map over one of the file ask for it once; its streets are joined for their names', async () => {
  answer()
  const read = createTileSource('/map/v/{z}/{x}/{y}', [10, 14])
  const [one, other] = await Promise.all([read({ z: 15, x: 4, y: 6 }), read({ z: 15, x: 5, y: 7 })])
  expect(asked).toEqual(['/map/v/14/2/3'])
  expect(one.layers).toBe(other.layers)
  const [line = []] = one.layers.get(NAME_LINES)?.[0]?.lines ?? []
  expect(line.map(({ x, y }) => `${x},${y}`).sort()).toEqual(['0,256', '512,256'])
})

test('a place without a tile is empty, below the first zoom without asking', async () => {
  answer(new Response(null, { status: 204 }))
  const read = createTileSource('/{z}/{x}/{y}', [10, 14])
  expect((await read({ z: 12, x: 1, y: 1 })).layers.size).toBe(0)
  expect((await read({ z: 9, x: 1, y: 1 })).layers.size).toBe(0)
  expect(asked).toEqual(['/11/0/0'])
})

test('a failed tile is asked for again', async () => {
  answer(new Response(null, { status: 401 }))
  const read = createTileSource('/{z}/{x}/{y}', [10, 14])
  await expect(read({ z: 12, x: 1, y: 1 })).rejects.toThrow('/11/0/0: 401')
  expect((await read({ z: 12, x: 1, y: 1 })).layers.has('roads')).toBe(true)
})

const road = (name: string, ...points: [number, number][]): Feature => {
  const lines = [points.map(([x, y]) => ({ x, y }))]
  return { type: LINE, lines, box: boxOf(lines), properties: { kind: 'major_road', name } }
}

test('pieces of a street are one line, whichever way each is drawn', () => {
  const pieces = [
    road('A', [10, 0], [20, 0]),
    road('A', [30, 0], [20, 0]),
    road('A', [0, 0], [10, 0]),
  ]
  const [street] = nameLines(pieces)
  const xs = street?.lines.flat().map(({ x }) => x)
  expect(xs?.toSorted((a, b) => a - b)).toEqual([0, 10, 20, 30])
  expect(street?.lines).toHaveLength(1)
  expect(street?.box).toEqual({ minX: 0, minY: 0, maxX: 30, maxY: 0 })
})

test('streets of another name or class, or that fork, stay apart', () => {
  const other = { ...road('A', [20, 0], [30, 0]), properties: { kind: 'minor_road', name: 'A' } }
  expect(nameLines([road('A', [0, 0], [20, 0]), road('B', [20, 0], [30, 0]), other])).toHaveLength(
    3,
  )
  const fork = [
    road('A', [0, 0], [10, 0]),
    road('A', [10, 0], [20, 5]),
    road('A', [10, 0], [20, -5]),
  ]
  expect(nameLines(fork)[0]?.lines).toHaveLength(3)
})

test('a ring ends, and roads without a name have no line', () => {
  const ring = [road('A', [0, 0], [10, 0], [10, 10]), road('A', [10, 10], [0, 0])]
  expect(nameLines(ring)[0]?.lines).toHaveLength(1)
  expect(nameLines([road('', [0, 0], [10, 0])])).toEqual([])
})
