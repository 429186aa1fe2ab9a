import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPlaces, type Places } from './places'

/** Of a busy machine; the test itself may last longer than one wait. */
const SLOW_MS = 120_000
let folder: string
let places: Places
const lines: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-places-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => places.stop())

const demoCity = join(process.cwd(), 'lib/demo-city')

function open(cityFolder = demoCity, retryPauseMs = 30_000, now?: () => number) {
  lines.length = 0
  const mapFile = cityFolder === demoCity ? join(demoCity, 'montevideo.pmtiles') : null
  const source = { kind: 'demo-city', folder: cityFolder, mapFile } as const
  places = createPlaces({
    root: process.cwd(),
    index: { source, indexFolder: folder },
    retryPauseMs,
    ...(now && { now }),
    log: (_level, message) => lines.push(message),
  })
  places.start()
}

/** A town of one house. */
async function writeVillage(path: string): Promise<string> {
  const write = (name: string, data: object) =>
    writeFile(join(path, `montevideo-${name}.json.gz`), gzipSync(JSON.stringify(data)))
  await mkdir(path)
  await write('roads', { nodes: [], names: [], edges: [] })
  await write('addresses', { streets: [['Ejido', [1275, -3490000, -5619000]]], pois: [] })
  return path
}

const firstOf = async (text: string) => {
  const { places: found, index } = await places.find(text, null)
  return [index, found[0]?.kind, found[0]?.name]
}

test('the demo city is built once, then opened from its file', { timeout: SLOW_MS }, async () => {
  open()
  expect(await places.find('Ejido', null)).toEqual({ places: [], index: 'building' })
  const opened = () => expect.poll(() => firstOf('18 de julio 1234'), { timeout: SLOW_MS, interval: 200 })
  await opened().toEqual(['ready', 'address', 'Avenida 18 de Julio 1234'])
  expect(lines[0]).toBe('address search: reading streets and house numbers')
  const { near } = await places.near([
    { lat: -34.90587, lng: -56.18944 },
    { lat: -35.2, lng: -56.2 },
  ])
  expect(near).toEqual([{ name: 'Av. 18 de Julio 1234', distanceMetres: 0 }, null])
  await places.stop()
  open()
  await opened().toEqual(['ready', 'address', 'Avenida 18 de Julio 1234'])
  expect(lines).toEqual([
    expect.stringMatching(/^address search: \d+ names and \d{6} house numbers, opened in /),
  ])
})

test('a damaged index is built again', { timeout: SLOW_MS }, async () => {
  const city = await writeVillage(join(folder, 'village'))
  const opened = async () => {
    open(city)
    await expect
      .poll(() => firstOf('ejido 1275'), { timeout: SLOW_MS, interval: 50 })
      .toEqual(['ready', 'address', 'Ejido 1275'])
    await places.stop()
    return lines.length
  }
  // A line for building, and one for opening.
  expect([await opened(), await opened()]).toEqual([2, 1])
  const path = join(folder, 'places-demo-city')
  await writeFile(path, (await readFile(path)).subarray(0, -1))
  expect(await opened()).toBe(2)
})

test('an index that cannot be made fails with its reason, and is tried again', {
  timeout: SLOW_MS,
}, async () => {
  const missing = join(folder, 'city')
  open(missing, 0)
  await expect.poll(() => lines[0], { timeout: SLOW_MS }).toMatch(/^address search: ENOENT.*montevideo-roads/)
  // At once: tried again while a file is missing, it would be a city without names.
  await rename(await writeVillage(join(folder, 'written')), missing)
  await expect
    .poll(() => firstOf('ejido 1275'), { timeout: SLOW_MS, interval: 50 })
    .toEqual(['ready', 'address', 'Ejido 1275'])
})

test('after a failure it rests: searches are answered without places', { timeout: SLOW_MS }, async () => {
  open(join(folder, 'nowhere'))
  await expect.poll(() => lines.length, { timeout: SLOW_MS }).toBe(1)
  expect(await places.find('Ejido', null)).toEqual({ places: [], index: 'failed' })
  expect(await places.near([{ lat: 0, lng: 0 }])).toEqual({ near: [null], index: 'failed' })
  expect(lines).toHaveLength(1)
})

test('the pause doubles with each failure', { timeout: SLOW_MS }, async () => {
  let nowMs = 0
  open(join(folder, 'nowhere'), 30_000, () => nowMs)
  const failed = (count: number) => expect.poll(() => lines.length, { timeout: SLOW_MS }).toBe(count)
  await failed(1)
  nowMs += 30_000
  expect((await places.find('Ejido', null)).index).toBe('building')
  await failed(2)
  nowMs += 59_999
  expect((await places.find('Ejido', null)).index).toBe('failed')
  nowMs += 1
  expect((await places.find('Ejido', null)).index).toBe('building')
  await failed(3)
})

test('without a map of its own there is nothing to search', async () => {
  places = createPlaces({ root: process.cwd(), index: null, log: () => undefined })
  expect(await places.find('Ejido', null)).toEqual({ places: [], index: 'none' })
  expect(await places.near([{ lat: 0, lng: 0 }])).toEqual({ near: [null], index: 'none' })
})
