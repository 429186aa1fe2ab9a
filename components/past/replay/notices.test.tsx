import { expect, test } from 'vitest'
import { render, wordsIn } from '@/lib/testing/render'
import { GapNotice, NothingRecorded, OutsideNotice } from './notices'

function textOf(from: string, to: string): string {
  const fromMs = Date.parse(from)
  const toMs = Date.parse(to)
  const gap = { fromMs, toMs, reason: 'stopped', problem: null } as const
  return wordsIn(render(<GapNotice gap={gap} onGo={() => undefined} />))
}

test('a gap has its times, with their days where it is longer than one', () => {
  const why = 'Kerbside was not running. Nothing was recorded.'
  expect(textOf('2026-05-01T16:02:00Z', '2026-05-01T16:05:00Z')).toBe(
    `16:02:00 to 16:05:00: ${why} Back to 16:02:00 Continue at 16:05:00`,
  )
  expect(textOf('2026-05-01T16:02:00Z', '2026-05-02T16:05:00Z')).toBe(
    `1 May, 16:02 to 2 May, 16:05: ${why} Back to 1 May, 16:02 Continue at 2 May, 16:05`,
  )
  const moment = textOf('2026-05-01T16:02:00.100Z', '2026-05-01T16:02:00.900Z')
  expect(moment).toBe(`16:02:00: ${why} Back to 16:02:00 Continue at 16:02:00`)
})

const at = (text: string) => Date.parse(`2026-05-02T${text}:00Z`)
const span = { fromMs: at('00:10') - 86_400_000, toMs: at('09:30') }

const textAt = (shownMs: number) =>
  wordsIn(
    render(
      <OutsideNotice span={span} shownMs={shownMs} nowMs={at('10:00')} onGo={() => undefined} />,
    ),
  )

test('a moment before or after what is recorded says so, and leads to its first or last list', () => {
  const nothing = 'This area has no recording'
  expect(textAt(span.fromMs - 1)).toBe(`${nothing} before 1 May, 00:10. Go to 1 May, 00:10`)
  expect(textAt(span.toMs + 1)).toBe(`${nothing} after 09:30:00. Go to 09:30:00`)
  expect([textAt(span.fromMs), textAt(span.toMs)]).toEqual(['', ''])
})

test('an area without recordings says why', () => {
  const shown = (keptHours: number) => wordsIn(render(<NothingRecorded keptHours={keptHours} />))
  expect(shown(0)).toContain('Recording is switched off. An administrator can switch it on.')
  expect(shown(2)).toContain('There is no recording of this area. The home area is always')
})
