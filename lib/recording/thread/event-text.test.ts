import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import { FrameWriter, finish, writeKey } from '@/lib/recording/codec/chunk'
import { type Delta, delta, headOf, records, streamed } from '@/lib/testing/recording/random-histories'
import { readAnswer } from '@/lib/testing/recording/recorded-client'
import { createViews } from '@/lib/testing/recording/recorded-lists'
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

test('changes of vehicles that the page does not have are an error', () => {
  const chunk = recorded([vehicle('a'), vehicle('b')], [{ upserts: [{ id: 'b', status: 'x' }], removed: [] }])
  const changes = JSON.parse(
    Buffer.from(changesBytes(chunk, 1, false))
      .toString()
      .split('\ndata: ')[1]!,
  )
  expect(() => createViews('epoch', 0, [vehicle('a')]).applyChanges(changes)).toThrow(
    'changes of vehicle 1 of 2',
  )
  expect(() => createViews('other', 0, [vehicle('a'), vehicle('b')]).applyChanges(changes)).toThrow(
    'after epoch',
  )
})
