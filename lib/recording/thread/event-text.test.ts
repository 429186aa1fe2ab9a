import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import type { ListChanges } from '@/lib/contract/recording-frames'
import { FrameWriter, finish, writeKey } from '@/lib/recording/codec/chunk'
import { type Delta, delta, headOf, records, streamed } from '@/lib/testing/recording/random-histories'
import { readAnswer } from '@/lib/testing/recording/recorded-client'
import { createPlayedList } from '@/lib/testing/recording/recorded-lists'
import { vehicle } from '@/lib/testing/vehicles'
import { DecodedChunk } from './decoded-chunk'
import { changesBytes, snapshotBytes } from './event-text'

/** A chunk as it is read. */
function recorded(first: readonly LiveVehicle[], deltas: readonly Delta[]): DecodedChunk {
  const key = { head: headOf(0), records: first }
  const writer = new FrameWriter(key)
  const segments = deltas.map((one, at) => {
    const head = headOf(at + 1)
    return { kind: 'frame' as const, atMs: head.atMs, body: writer.write(head, one) }
  })
  const { atMs } = headOf(0)
  return DecodedChunk.of([{ kind: 'key', atMs, body: finish(writeKey(key)) }, ...segments], null)
}

/** The list at a number, then the changes of those that follow; the vehicles are numbered again where `numbers` says so. */
function answerOf(chunk: DecodedChunk, from: number, numbers: readonly number[]): string {
  const parts = [snapshotBytes(chunk.list(from).compact(), chunk.head(from), 'a.1')]
  for (let number = from + 1; number < chunk.length; number++)
    parts.push(changesBytes(chunk, number, number > from + 1 && !numbers.includes(number)))
  return Buffer.concat(parts).toString()
}

test('lists are had from any one before them by their changes: all fields, in their order', () => {
  const history = [records, fc.array(delta, { maxLength: 6 }), fc.nat(3), fc.array(fc.nat(6))] as const
  fc.assert(
    fc.property(...history, (first, deltas, from, numbers) => {
      const chunk = recorded(first, deltas)
      const begin = Math.min(from, deltas.length)
      const { lists } = readAnswer(answerOf(chunk, begin, numbers), null)
      const wanted = Array.from({ length: chunk.length - begin }, (_, n) => begin + n)
      expect(lists.map(({ version }) => version)).toEqual(wanted.map((number) => chunk.head(number).version))
      for (const [n, { list }] of lists.entries())
        expect(list).toEqual(streamed(chunk.list(wanted[n]!).list()))
    }),
    { numRuns: 40 },
  )
})

const place = fc.option(fc.record({ lat: fc.integer({ min: -80, max: 80 }), lng: fc.integer({ max: 9 }) }))
const known = fc.record(
  {
    position: place.map((at) => at && { lat: at.lat, lng: (at.lng % 179) / 1e5 }),
    mtime: fc.constantFrom('2026-01-01T12:00:00Z', '2026-01-01T12:00:05.5Z', 'yesterday', null),
    status: fc.constantFrom('busy', 'available', null),
    functions: fc.constantFrom(['taxi'], [], null),
    statusSince: fc.record({ atMs: fc.nat(), isBeginning: fc.boolean() }),
  },
  { requiredKeys: [] },
)
const fleet = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), known), {
  selector: ([id]) => id,
})

test('the page that plays them shows each list as it was streamed', () => {
  fc.assert(
    fc.property(fleet, fc.array(fc.tuple(fleet, fc.subarray(['a', 'b', 'c', 'd']))), (first, steps) => {
      const ids = new Set<string>(first.map(([id]) => id))
      const deltas = steps.map(([changed, removed]) => {
        const upserts = changed.map(([id, fields]) => ({
          ...(ids.has(id) ? { id } : vehicle(id)),
          ...fields,
        }))
        for (const { id } of upserts) ids.add(id)
        for (const id of removed) ids.delete(id)
        return { upserts, removed }
      })
      const chunk = recorded(
        first.map(([id, fields]) => ({ ...vehicle(id), ...fields })),
        deltas,
      )
      const listOf = (number: number) => byId(chunk.list(number).list() as unknown as LiveVehicle[])
      const played = createPlayedList('epoch', streamed(chunk.list(0).list()) as unknown as LiveVehicle[])
      for (let number = 1; number < chunk.length; number++) {
        const text = Buffer.from(changesBytes(chunk, number, number > 1)).toString()
        played.apply(JSON.parse(text.split('\ndata: ')[1]!) as ListChanges)
        expect(byId(played.list())).toEqual(streamed(listOf(number)))
      }
    }),
    { numRuns: 60 },
  )
})

const byId = (list: readonly LiveVehicle[]) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1))

test('changes of vehicles that the page does not have are an error', () => {
  const chunk = recorded([vehicle('a'), vehicle('b')], [{ upserts: [{ id: 'b', status: 'x' }], removed: [] }])
  const changes = JSON.parse(
    Buffer.from(changesBytes(chunk, 1, false))
      .toString()
      .split('\ndata: ')[1]!,
  )
  expect(() => createPlayedList('epoch', [vehicle('a')]).apply(changes)).toThrow('changes of vehicle 1 of 2')
  expect(() => createPlayedList('other', [vehicle('a'), vehicle('b')]).apply(changes)).toThrow('after epoch')
})
