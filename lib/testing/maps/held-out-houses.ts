import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { StoredAddresses } from '@/lib/city/addresses/street-index'
import type { Position } from '@/lib/interface/resources'

export interface HeldOutHouse {
  readonly street: string
  readonly number: string
  /** Several where the map has this address more than once. */
  readonly positions: readonly Position[]
}

const CITY = join(import.meta.dirname, '../../city/demo')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Writes the demo city's files without every nth address, so that an index
 * of them cannot know these.
 */
export async function holdOutHouses(folder: string, every: number): Promise<HeldOutHouse[]> {
  const name = 'addresses.json.gz'
  const all: StoredAddresses = JSON.parse(gunzipSync(await readFile(join(CITY, name))).toString())
  const held: HeldOutHouse[] = []
  let count = 0
  const streets = all.streets.map(([street, numbers]) => {
    const kept: (number | string)[] = []
    let lastLat = 0
    let lastLng = 0
    for (const [number, positions] of positionsByNumber(numbers)) {
      if (count++ % every === every >> 1) {
        held.push({ street, number, positions })
        continue
      }
      for (const position of positions) {
        const lat = Math.round(position.lat * 1e5)
        const lng = Math.round(position.lng * 1e5)
        kept.push(number, lat - lastLat, lng - lastLng)
        lastLat = lat
        lastLng = lng
      }
    }
    return [street, kept]
  })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), gzipSync(JSON.stringify({ streets, pois: all.pois })))
  await symlink(join(CITY, 'roads.json.gz'), join(folder, 'roads.json.gz'))
  return held
}

/** Of the stored house numbers of a street. */
export function positionsByNumber(numbers: readonly (number | string)[]): Map<string, Position[]> {
  const found = new Map<string, Position[]>()
  let value = 0
  let lat = 0
  let lng = 0
  for (let n = 0; n < numbers.length; n += 3) {
    const own = numbers[n]!
    value = typeof own === 'number' ? value + own : Number.parseInt(own, 10) || 0
    lat += numbers[n + 1] as number
    lng += numbers[n + 2] as number
    const number = typeof own === 'number' ? String(value) : own
    found.set(number, [...(found.get(number) ?? []), { lat: lat / 1e5, lng: lng / 1e5 }])
  }
  return found
}

/** Metres to the nearest of the address's positions. */
export function metresFrom({ positions }: HeldOutHouse, { lat, lng }: Position): number {
  const metres = positions.map((own) => {
    const east = (lng - own.lng) * Math.cos((own.lat * Math.PI) / 180)
    return Math.hypot(lat - own.lat, east) * 111_195
  })
  return Math.min(...metres)
}

/**
 * The text with one letter missing, swapped, added or replaced, in a word of three letters or more.
 */
export function withTypingError(text: string, random: (below: number) => number): string {
  const places = [...text.matchAll(/\p{L}{3,}/gu)].flatMap(({ 0: word, index }) =>
    Array.from(word, (_, n) => ({ at: index + n, isLast: n === word.length - 1 })),
  )
  const place = places[random(places.length)]
  if (!place) return text
  const { at, isLast } = place
  const before = text.slice(0, at)
  const after = text.slice(at + 1)
  const letter = LETTERS[random(LETTERS.length)]
  const swapped = isLast ? null : before + after[0] + text[at] + after.slice(1)
  const wrong = [
    before + after,
    swapped,
    before + letter + text[at] + after,
    before + letter + after,
  ]
  return wrong[random(wrong.length)] ?? before + after
}

/** The same numbers in every run. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}
