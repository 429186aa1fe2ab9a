import { expect, test } from 'vitest'
import { type Step, type StepTimes, steps } from '@/e2e/bench/map/page/steps'
import type { Measured } from './measure'
import { describeMap } from './rows'

/** A subject with 10,000 vehicles whose every step takes `ms`. */
function measured(
  subject: Measured['subject'],
  ms: number,
  distribution: Measured['distribution'] = 'uniform',
): Measured {
  const times: StepTimes = { times: [ms, ms, ms], longTasks: [] }
  const all = Object.fromEntries(steps.map((step) => [step, times])) as Record<Step, StepTimes>
  return { size: 10_000, distribution, subject, steps: all, heaps: [1e6 * ms] }
}

const rowOf = (all: readonly Measured[], what: string) =>
  describeMap(all, () => {}).rows.find((row) => row.what.startsWith(what))

test('a ratio is of the times beyond an empty map’s, and of the worse distribution', () => {
  const all = [
    measured('empty map', 10),
    measured('Kerbside', 40),
    measured('circleMarker', 110),
    measured('empty map', 10, 'hot-spot'),
    measured('Kerbside', 70, 'hot-spot'),
    measured('circleMarker', 110, 'hot-spot'),
  ]
  const row = rowOf(all, 'refresh 10 %')
  expect(row?.reached).toBe('60 ms (0.6 × circleMarker)')
  expect(row).toMatchObject({ wanted: '≤ 0.5 × circleMarker', met: false })
})

test('a target is met by the ratio, not by the time', () => {
  const all = [measured('empty map', 10), measured('Kerbside', 40), measured('circleMarker', 210)]
  expect(rowOf(all, 'refresh 10 %')).toMatchObject({ reached: '30 ms (0.15 × circleMarker)', met: true })
})

test('a pan is compared with the empty map itself', () => {
  const all = [measured('empty map', 10), measured('Kerbside', 14), measured('circleMarker', 100)]
  expect(rowOf(all, 'pan')).toMatchObject({
    reached: '14 ms (1.4 × empty map, 0.14 × circleMarker)',
    wanted: '≤ 1.5 × empty map',
    met: true,
  })
})

test('names are compared with the map without them', () => {
  const all = [measured('empty map', 10), measured('Kerbside', 20), measured('Kerbside, names', 25)]
  expect(rowOf(all, 'zoom')?.reached).toBe('10 ms; 15 ms (1.5 × Kerbside)')
})
