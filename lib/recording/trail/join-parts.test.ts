import { expect, test } from 'vitest'
import { DRIVE_BEGINS_MS, pointAt } from '@/lib/testing/simulated-drive'
import { joinParts, withinSpan } from './join-parts'

const here = { lat: 51.5, lng: -0.1 }
const there = { lat: 51.6, lng: -0.1 }
const at = (seconds: number) => DRIVE_BEGINS_MS + seconds * 1000

test('points go on where the first answer ended', () => {
  const one = [{ kind: 'points' as const, points: [pointAt(at(0), here, { lastMs: at(10) })] }]
  const other = [
    { kind: 'points' as const, points: [pointAt(at(10), here, { lastMs: at(20) }), pointAt(at(25), there)] },
  ]
  expect(joinParts(one, other)).toEqual([
    {
      kind: 'points',
      points: [
        pointAt(at(0), here, { lastMs: at(20), lastReportedAt: new Date(at(8)).toISOString() }),
        pointAt(at(25), there),
      ],
    },
  ])
})

test('a break goes on, and another reason is another break', () => {
  const gap = (from: number, to: number, reason: 'absent' | 'service') =>
    ({ kind: 'break', fromMs: at(from), toMs: at(to), reason, problem: null }) as const
  expect(joinParts([gap(0, 5, 'absent')], [gap(5, 9, 'absent')])).toEqual([gap(0, 9, 'absent')])
  expect(joinParts([gap(0, 5, 'absent')], [gap(5, 9, 'service')])).toHaveLength(2)
  expect(joinParts([], [gap(5, 9, 'service')])).toEqual([gap(5, 9, 'service')])
})

test('what is not recorded at either end is a break; some seconds are none', () => {
  const known = { kind: 'points' as const, points: [pointAt(at(600), here, { lastMs: at(1_200) })] }
  const unknown = (from: number, to: number) =>
    ({ kind: 'break', fromMs: at(from), toMs: at(to), reason: 'unknown', problem: null }) as const
  const within = (from: number, to: number, parts = [known]) =>
    withinSpan(parts, { fromMs: at(from), toMs: at(to) })
  expect(within(0, 1_800)).toEqual([unknown(0, 600), known, unknown(1_200, 1_800)])
  expect(within(570, 1_250)).toEqual([known])
  expect(within(0, 60, [])).toEqual([unknown(0, 60)])
})
