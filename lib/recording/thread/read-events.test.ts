import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/contract/live'
import { FrameWriter, finish, writeKey } from '@/lib/recording/codec/chunk'
import { headOf, START_MS } from '@/lib/testing/recording/random-histories'
import { readAnswer } from '@/lib/testing/recording/recorded-client'
import { createListReader } from '@/lib/testing/recording/recorded-lists'
import { vehicle } from '@/lib/testing/vehicles'
import { AnsweredLists } from './answered-lists'
import { DecodedChunk } from './decoded-chunk'
import { type EventsRequest, readEvents } from './read-events'

/** Lists of these frames, of a vehicle whose year is the number of its list. */
function recorded(numbers: readonly number[], secondOf: (number: number) => number): DecodedChunk {
  const headAt = (number: number) => headOf(number, { atMs: START_MS + 1000 * secondOf(number) })
  const [first = 0, ...others] = numbers
  const key = { head: headAt(first), records: [vehicle('a', { year: first })] as LiveVehicle[] }
  const writer = new FrameWriter(key)
  const segments = others.map((number) => {
    const head = headAt(number)
    const body = writer.write(head, { upserts: [{ id: 'a', year: number }], removed: [] })
    return { kind: 'frame' as const, atMs: head.atMs, body }
  })
  return DecodedChunk.of(
    [{ kind: 'key', atMs: key.head.atMs, body: finish(writeKey(key)) }, ...segments],
    null,
  )
}

const request = (from: EventsRequest['from'], fields: Partial<EventsRequest> = {}): EventsRequest => ({
  ...{ id: 'c', from, isWhole: false, numberedMs: null, have: null, serviceGaps: [] },
  toMs: Number.MAX_SAFE_INTEGER,
  ...fields,
})
const at = (second: number) => START_MS + 1000 * second
const everyFive = (number: number) => 5 * number

test.each([
  ['none', [0, 1, 2, 3, 4, 5, 6], [4, 5, 6]],
  ['lists before the one that was reached', [2, 3, 4, 5, 6], [4, 5, 6]],
  ['the list that was reached', [5, 6], [5, 6]],
])('an answer goes on with the next list where of a chunk was deleted: %s', (_, left, wanted) => {
  const chunk = recorded(left, everyFive)
  const goesOn = request({ number: 4, afterMs: at(15) }, { numberedMs: at(0) })
  const text = Buffer.from(readEvents(chunk, goesOn, new AnsweredLists()).events).toString()
  const isWhole = text.startsWith('event: snapshot')
  expect(isWhole).toBe(left[0] === 5)
  expect(text.includes('"ids":["a"]')).toBe(left[0] !== 0)
  const before = isWhole ? null : { list: new Map([['a', vehicle('a', { year: 3 })]]) }
  const numbered = text.replace('"ids":null', '"ids":["a"]')
  const { lists } = readAnswer(numbered, before)
  expect(lists.map(({ list: [only] }) => only?.year)).toEqual(wanted)
})

test('what was deleted is not made up for by lists behind the last one that is wanted', () => {
  const goesOn = request({ number: 4, afterMs: at(15) }, { toMs: at(24) })
  const answer = readEvents(recorded([5, 6], everyFive), goesOn, new AnsweredLists())
  expect([answer.events.length, answer.isReached]).toEqual([0, true])
})

test('a list is answered as a difference to the one that the client has, not to another of the same time', () => {
  const chunk = recorded([0, 1, 2], (number) => Math.max(0, number - 1))
  const answered = new AnsweredLists()
  const wholeAt = (from: EventsRequest['from'], toMs: number, have: string | null = null) => {
    const { events } = readEvents(chunk, request(from, { isWhole: true, toMs, have }), answered)
    const [name, , data] = /^event: (\w+)\n(id: .*\n)?data: (.*)/
      .exec(Buffer.from(events).toString())!
      .slice(1)
    return { name, data: JSON.parse(data!) }
  }
  const first = wholeAt({ number: 0, afterMs: null }, at(0) - 1)
  const second = wholeAt({ atMs: at(0) }, at(0))
  const years = [first, second].map(({ data }) => data.vehicles[0].year)
  expect(years).toEqual([0, 1])
  for (const [n, { data }] of [first, second].entries()) {
    const jump = wholeAt({ atMs: at(1) }, at(1), data.place)
    expect([jump.name, jump.data.base]).toEqual(['difference', data.place])
    const reader = createListReader()
    reader.hold(data.place, [vehicle('a', { year: n })])
    expect(reader.apply(jump.data)[0]!.year).toBe(2)
  }
  expect(first.data.place).not.toBe(second.data.place)
  // As the parameter `have` allows them.
  expect(second.data.place).toMatch(/^c\.\d{1,15}$/)
})
