import { expect, test, vi } from 'vitest'
import { askQuestion, createPatience } from './ask-question'
import type { ChunkSource } from './chunk-source'
import type { OutlinedChunk } from './outline'

const SPAN = { fromMs: 0, toMs: 1000 }
const QUESTION = { kind: 'trail', id: 'v-1' } as const

const chunks = Array.from({ length: 5 }, (_, n): OutlinedChunk => {
  const part = { base: null, segments: 1, continues: null, bytes: 1, gap: null, begins: false }
  return { ...part, id: `c-${n}`, fromMs: n * 100, toMs: n * 100 + 100, hasEnded: false, notes: [] }
})

/** A thread that refuses some requests. @param onTake called with each chunk that is asked for */
function open(refused: readonly string[] = [], onTake: (chunk: string) => void = () => {}) {
  const requests: [string, unknown][] = []
  const thread = {
    async request(name: string, value: unknown) {
      requests.push([name, value])
      if (refused.includes(name)) throw new Error('busy')
    },
  }
  const ask = async (_name: string, _area: string, { id }: OutlinedChunk, _request: unknown) => onTake(id)
  const source = { ask, damaged: new Map(), ofOwner: () => source } as unknown as ChunkSource
  return { requests, source, thread: thread as unknown as Parameters<typeof askQuestion>[1] }
}

test('a client that left ends the question, which the thread releases', async () => {
  const leaving = new AbortController()
  const taken: string[] = []
  const { requests, source, thread } = open([], (chunk) => {
    taken.push(chunk)
    if (chunk === 'c-1') leaving.abort(new Error('left'))
  })
  const patience = createPatience({ owner: 'a', signal: leaving.signal })(1)
  await expect(askQuestion(source, thread, 'area', chunks, QUESTION, SPAN, patience)).rejects.toThrow('left')
  expect(taken).toEqual(['c-0', 'c-1'])
  const { number } = requests[0]![1] as { number: number }
  expect(requests.slice(1)).toEqual([['release', [number]]])
})

test('a question whose release is refused is released with the next one', async () => {
  const reader = { owner: 'a', signal: new AbortController().signal }
  const busy = open(['finish', 'release'])
  const first = askQuestion(busy.source, busy.thread, 'area', [], QUESTION, SPAN, createPatience(reader)(1))
  await expect(first).rejects.toThrow('busy')
  const { number } = busy.requests[0]![1] as { number: number }
  const { requests, source, thread } = open()
  for (let n = 0; n < 2; n++)
    await askQuestion(source, thread, 'area', [], QUESTION, SPAN, createPatience(reader)(1))
  const begun = requests.flatMap(([name, value]) => (name === 'begin' ? [value] : []))
  expect(begun.map((one) => (one as { released: number[] }).released)).toEqual([[number], []])
})

test('all areas of a request share its time, and each is read a little', async () => {
  const reader = { owner: 'a', signal: new AbortController().signal }
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  try {
    const { source, thread } = open([], () => {
      nowMs += 1500
    })
    const patience = createPatience(reader)
    const ends: number[] = []
    for (const left of [3, 2, 1]) {
      const asked = await askQuestion(source, thread, 'area', chunks, QUESTION, SPAN, patience(left))
      ends.push(asked.untilMs)
    }
    // Of 8 s: two chunks, two chunks, and two for the last.
    expect([ends, nowMs]).toEqual([[200, 200, 200], 9000])
    const late = await askQuestion(source, thread, 'area', chunks, QUESTION, SPAN, patience(1))
    expect(late.untilMs).toBe(100)
  } finally {
    vi.restoreAllMocks()
  }
})

test.each([
  ['begins in a gap', 200, 550, ['gap', 'take c-1']],
  ['ends in a gap', 50, 300, ['take c-0', 'gap']],
  ['lies in a gap', 200, 300, ['gap']],
  ['leads over a gap', 50, 550, ['take c-0', 'gap', 'take c-1']],
  ['ends before a gap', 50, 100, ['take c-0']],
])('of a time that %s, the gap is answered with its reason', async (_, fromMs, toMs, expected) => {
  const gap = { fromMs: 100, toMs: 500, reason: 'stopped', problem: null } as const
  const parts = [chunks[0]!, { ...chunks[1]!, fromMs: 500, toMs: 600, gap, begins: true }]
  const { requests, source, thread } = open([], (chunk) => requests.push([`take ${chunk}`, null]))
  const reader = { owner: 'a', signal: new AbortController().signal }
  await askQuestion(source, thread, 'area', parts, QUESTION, { fromMs, toMs }, createPatience(reader)(1))
  expect(requests.map(([name]) => name).slice(1, -1)).toEqual(expected)
  for (const [name, value] of requests) if (name === 'gap') expect(value).toMatchObject({ gap })
})
