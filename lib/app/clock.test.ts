import { expect, test } from 'vitest'
import { createTestClock } from '@/lib/testing/clock'
import { watchClock } from './clock'

test('a clock that is set is one line in the log, and one that drifts is none', async () => {
  const clock = createTestClock()
  const lines: string[] = []
  const compare = watchClock(clock, (line) => lines.push(line))
  await clock.advance(5_000)
  compare()
  clock.set(-1_900)
  compare()
  expect(lines).toEqual([])

  clock.set(-3_600_000)
  compare()
  await clock.advance(5_000)
  compare()
  clock.set(60_000)
  compare()
  expect(lines).toEqual(['the clock was set back by 3602 s', 'the clock was set forward by 60 s'])
})
