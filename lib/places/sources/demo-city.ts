import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Collection } from '@/lib/places/build/collect'
import { POI } from '@/lib/places/place-index'

const unzip = promisify(gunzip)

/** lib/demo-city/README.md describes both files. */
interface Addresses {
  readonly streets: readonly (readonly [name: string, numbers: readonly (number | string)[]])[]
  readonly pois: readonly (readonly [name: string, kind: string, lat: number, lng: number])[]
}

interface Roads {
  readonly nodes: readonly number[]
  readonly names: readonly string[]
  readonly edges: readonly (readonly [
    from: number,
    to: number,
    roadClass: number,
    name: number,
    kmh: number,
    isOneWay: 0 | 1,
    points: readonly number[],
  ])[]
}

export function demoCityFiles(folder: string): [roads: string, addresses: string] {
  return [join(folder, 'montevideo-roads.json.gz'), join(folder, 'montevideo-addresses.json.gz')]
}

export async function collectDemoCity(folder: string, into: Collection): Promise<void> {
  const [roads, addresses] = demoCityFiles(folder)
  collectRoads((await readJson(roads)) as Roads, into)
  collectAddresses((await readJson(addresses)) as Addresses, into)
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse((await unzip(await readFile(path))).toString())
}

function collectRoads({ nodes, names, edges }: Roads, into: Collection): void {
  const positions = new Int32Array(nodes.length)
  for (let n = 0; n < nodes.length; n++) positions[n] = nodes[n]! + (n < 2 ? 0 : positions[n - 2]!)
  for (const [from, to, , name, , , points] of edges) {
    const line = [positions[from * 2]!, positions[from * 2 + 1]!]
    for (const difference of points) line.push(line.at(-2)! + difference)
    line.push(positions[to * 2]!, positions[to * 2 + 1]!)
    into.addLine(names[name]!, line)
  }
}

function collectAddresses({ streets, pois }: Addresses, into: Collection): void {
  for (const [street, numbers] of streets) {
    let [value, lat, lng] = [0, 0, 0]
    for (let n = 0; n < numbers.length; n += 3) {
      const number = numbers[n]!
      value = typeof number === 'number' ? value + number : Number.parseInt(number, 10) || 0
      lat += numbers[n + 1] as number
      lng += numbers[n + 2] as number
      into.addHouse(street, typeof number === 'number' ? value : number, lat * 10, lng * 10)
    }
  }
  for (const [name, , lat, lng] of pois) into.addPlace(name, POI, lat * 10, lng * 10)
}
