import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPlaces, type Places } from './places'

const SLOW_MS = 60_000
let folder: string
let places: Places
const lines: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-places-'))
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => places.stop())

function open() {
  lines.length = 0
  const demoCity = join(process.cwd(), 'lib/demo-city')
  const source = {
    kind: 'demo-city',
    folder: demoCity,
    mapFile: join(demoCity, 'montevideo.pmtiles'),
  } as const
  places = createPlaces({
    root: process.cwd(),
    index: { source, indexFolder: folder },
    log: (_level, message) => lines.push(message),
  })
  places.start()
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

test('without a map of its own there is nothing to search', async () => {
  places = createPlaces({ root: process.cwd(), index: null, log: () => undefined })
  expect(await places.find('Ejido', null)).toEqual({ places: [], index: 'none' })
  expect(await places.near([{ lat: 0, lng: 0 }])).toEqual({ near: [null], index: 'none' })
})
