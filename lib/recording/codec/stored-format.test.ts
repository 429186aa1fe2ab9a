import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import { FrameReader, FrameWriter, finish, readKey, writeKey } from './chunk'

const START_MS = Date.UTC(2026, 0, 1, 12)
const at = (n: number) => ({ lat: (51_500_000 + 137 * n) / 1e6, lng: (-118_000 - 41 * n) / 1e6 })
const since = (s: number, isBeginning = false) => ({ atMs: START_MS + 1000 * s, isBeginning })
const mtime = (s: number) => new Date(START_MS + 1000 * s).toISOString()
/** With the fields that it had then. */
const META = {
  ...{ fetchedAt: mtime(0), ageMs: 0, failure: null, loaded: 0, unseen: 0, about: null, incomplete: null },
  ...{ query: null, limit: 1000, dropped: 0, unreadable: 0, sweepMs: 20, intervalMs: 5000 },
}
const head = (n: number) => ({
  ...{ atMs: START_MS + 5000 * n, version: `e.${n}`, meta: { ...META, loaded: n }, departures: [] },
})
/** With the fields that vehicles had then. */
const record = (id: string, n: number, fields: object = {}): LiveVehicle => ({
  ...{ id, mtime: mtime(-n), status: 'available', position: at(n), type: 'taxi', year: 2020 },
  ...{ functions: ['passenger'], passengers_max: 4, load_m3: 0.4, price_per_km: 1.2, price_per_minute: 0.3 },
  ...{ make: 'Make', image_url: null, statusSince: since(-60), ...fields },
})
const BASE = [record('a', 0), record('b', 1), record('c', 2, { statusSince: null }), record('d', 3)]
const FIRST = [record('a', 9, { status: 'busy', statusSince: since(-1) }), ...BASE.slice(1)]
const DELTAS = [
  [
    { id: 'a', position: at(10), mtime: mtime(1) },
    { id: 'b', status: 'busy', statusSince: since(5) },
  ],
  [
    { id: 'a', position: at(11), mtime: mtime(6), status: null, statusSince: since(6) },
    { id: 'c', statusSince: { isBeginning: true, atMs: 0.5 }, type: 'van' },
    record('e', 4, { extra: [1, { more: 'x' }] }),
  ],
  [
    { id: 'b', status: { code: 7 }, statusSince: since(5, true) },
    { id: 'c', statusSince: since(15), position: null },
    { id: 'e', status: 'busy', statusSince: since(14) },
  ],
  [
    { id: 'b', status: 'available', statusSince: since(19.0005, true) },
    { id: 'd', position: { ...at(5), height: 2 } },
  ],
].map((upserts, n) => ({ upserts: upserts as never[], removed: n === 3 ? ['e'] : [] }))

/** As an earlier version stored them: the key frame as a difference to the base, then a segment for each delta. */
const STORED = [
  'BXFEgRpKPdnouyjKPNXOjGvLm6h2e4Xrz9dKdjDZwqELOXuS5eigTEWlYdC6vb9srv4/Ke809VFHqy5SjdRVpdjQujmcI31Mj1KBWpuXD4uuKe' +
    'j4pSHAsAxEH9i9pr2bAYD0Q5iXIFU9qg22O6bbKeuy6ZrtgUT5ACyFnF94bR2//5DZe7HJsqsBVMYwtQdjJBDPemu4iJdZez0Pe9dNoqT/0hM6' +
    'yomSGAp0WT6rKeLFDTANK5EvnZ/KfpoaxM10gA==',
  'OwtRCs1o53+fs7//h/GVyCCqrMODb+rXbkqe3qv6',
  'R6y/vHoO4hC5VoEI65C1lqovz9mEPJmykVABvVTTOzP321fEMZFuxusVNvg4PzOKZwsJLtnLRPaYQ3+l2Wuy8gmxhyvRvQB1fF6YoAge8Kr9vk' +
    'QkFV2JkjYAG/qbF9Jq3CWs8DaQkR50T0c49X0EmnhMGhtKWsIVeiv4HpNA5qjnbUeNiDPte9x4Ut9QE3hzTzbgfKSLITi9TnFYfHyHg9wmxWi1' +
    'DjduGuE+y4edNC4lLBMQi8VM+y3C4ulWWKmnveGIkQ34hBE6aUJc8ZErLpSn+Aqm9jVKfY8qSbf6oSl8',
  'RUEJ7KNjrbFxBA1JN1CTc7yslJivqfJzGIA=',
  'RABe0WXLknanXhEzExpDDi2YPrGOYlM7r5wZhPFtq1DSaF2w/XJpRHA02DndtL684bc+',
]

test('what an earlier version stored is read, and written with the same bytes', () => {
  const [storedKey, ...storedFrames] = STORED.map((text) => Buffer.from(text, 'base64')) as [
    Buffer,
    ...Buffer[],
  ]
  const key = finish(readKey(storedKey, BASE))
  expect(key).toEqual({ head: head(0), records: FIRST })
  const reader = FrameReader.of(key)
  const lists = storedFrames.map((segment, n) => {
    expect(reader.read(segment).head).toEqual(head(n + 1))
    return reader.records()
  })
  let list: LiveVehicle[] = FIRST
  const wanted = DELTAS.map(({ upserts, removed }) => {
    const byId = new Map(list.map((one) => [one.id, one]))
    for (const patch of upserts as LiveVehicle[]) byId.set(patch.id, { ...byId.get(patch.id), ...patch })
    for (const id of removed) byId.delete(id)
    list = [...byId.values()]
    return list
  })
  expect(lists).toEqual(wanted)
  expect(written()).toEqual(STORED)
})

function written(): string[] {
  const key = { head: head(0), records: FIRST }
  const writer = new FrameWriter(key)
  const frames = DELTAS.map((delta, n) => writer.write(head(n + 1), delta))
  return [finish(writeKey(key, BASE)), ...frames].map((segment) => Buffer.from(segment).toString('base64'))
}
