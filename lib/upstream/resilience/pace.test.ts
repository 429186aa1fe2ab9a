import { expect, test } from 'vitest'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { createPace } from './pace'

function pace(start = 20, maximum = 60) {
  let nowMs = 0
  const tested = createPace(
    { start, maximum },
    () => nowMs,
    () => nowMs,
  )
  /** An answer each second, that took this long. */
  function answers(seconds: number, tookMs: number): void {
    for (let second = 0; second < seconds; second++) {
      nowMs += 1000
      tested.onAnswer(nowMs - tookMs, nowMs)
    }
  }
  function fails(status: number | null, kind: UpstreamError['kind'] = 'upstream-error'): void {
    nowMs += 1
    tested.onFailure(new UpstreamError(kind, 'failed', { status }), nowMs)
  }
  return { tested, answers, fails }
}

test('it begins with 20 and takes a step for each minute of quick answers, up to the maximum', () => {
  const { tested, answers } = pace()
  answers(60, 200)
  expect(tested.perSecond).toBe(20)
  answers(1, 200)
  expect(tested.perSecond).toBe(25)
  answers(60 * 20, 200)
  expect(tested.state()).toEqual({
    perSecond: 60,
    maximum: 60,
    averageMs: 200,
    lastReduction: null,
  })
})

test('a minute with few answers, or with some that are not quick, is none', () => {
  const few = pace()
  few.tested.onAnswer(0, 0)
  few.answers(8, 200)
  expect(few.tested.perSecond).toBe(20)
  const mixed = pace()
  for (let minute = 0; minute < 5; minute++) {
    mixed.answers(30, 200)
    mixed.answers(20, 1500)
  }
  expect(mixed.tested.perSecond).toBe(20)
})

test.each([
  [429, 429, 'upstream-error'],
  [500, 500, 'upstream-error'],
  [503, 503, 'upstream-error'],
  [null, 'upstream-timeout', 'upstream-timeout'],
  [null, 'upstream-unreachable', 'upstream-unreachable'],
] as const)(
  'a failure with status %s, %s, halves it at once, and is told',
  (status, cause, kind) => {
    const { tested, answers, fails } = pace()
    answers(61, 200)
    fails(status, kind)
    expect(tested.perSecond).toBe(12)
    expect(tested.state().lastReduction).toEqual({
      cause,
      from: 25,
      to: 12,
      at: '1970-01-01T00:01:01.001Z',
    })
  },
)

test.each([400, 401, 404, 422])('an answer %d is none of its concern', (status) => {
  const { tested, fails } = pace()
  fails(status)
  expect(tested.perSecond).toBe(20)
})

test('slow answers halve it; one late answer does not', () => {
  const { tested, answers } = pace()
  answers(10, 200)
  answers(1, 8000)
  expect(tested.perSecond).toBe(20)
  answers(12, 200)
  answers(10, 4000)
  expect(tested.state()).toMatchObject({ perSecond: 10, lastReduction: { cause: 'slow' } })
})

test('calls that were under way when it was reduced reduce it no further, and it ends at four', () => {
  const { tested, answers, fails } = pace()
  answers(1, 200)
  fails(500)
  const late = new UpstreamError('upstream-error', 'failed', { status: 500 })
  for (let n = 0; n < 15; n++) tested.onFailure(late, 1000)
  expect(tested.perSecond).toBe(10)
  for (let n = 0; n < 5; n++) fails(500)
  expect(tested.state()).toMatchObject({ perSecond: 4, lastReduction: { from: 5, to: 4 } })
})

test('after failures it is back at 20 in seconds, after 429 a step each minute', () => {
  const failed = pace()
  failed.fails(502)
  failed.answers(25, 200)
  expect(failed.tested.perSecond).toBe(20)
  const refused = pace()
  refused.fails(429)
  refused.answers(60, 200)
  expect(refused.tested.perSecond).toBe(10)
  refused.answers(1, 200)
  expect(refused.tested.perSecond).toBe(15)
})

test('a small maximum is never exceeded', () => {
  const { tested, answers, fails } = pace(20, 3)
  answers(300, 200)
  expect(tested.perSecond).toBe(3)
  fails(429)
  expect(tested.perSecond).toBe(3)
})
