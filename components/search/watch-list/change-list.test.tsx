import { expect, it } from 'vitest'
import type { ChangeSide, RecordChange } from '@/lib/api/contract/watch-list'
import { render, textIn } from '@/lib/testing/render'
import { ChangeLine } from './change-list'

const value = (text: string | number | string[]): ChangeSide => ({ is: 'value', value: text })
const ABSENT: ChangeSide = { is: 'absent' }
const NONE: ChangeSide = { is: 'none' }
const WITHHELD: ChangeSide = { is: 'withheld' }

function textOf(more: Partial<RecordChange>, isViewer = false): string {
  const change: RecordChange = {
    path: 'make',
    label: 'Phone',
    group: 'driver',
    section: '2.1',
    old: ABSENT,
    new: ABSENT,
    at: '2026-01-01T16:04:00.000Z',
    after: '2026-01-01T16:02:00.000Z',
    ...more,
  }
  const html = render(
    <ChangeLine change={change} now={Date.UTC(2026, 0, 1, 16, 30)} isViewer={isViewer} />,
  )
  return textIn(html.replaceAll(/<span aria-hidden[^>]*> → <\/span>/g, ''))
}

it.each<[ChangeSide, ChangeSide, string]>([
  [NONE, value('b-1'), 'Booked since 16:04'],
  [ABSENT, value('b-1'), 'Booked since 16:04'],
  [value('b-1'), value('b-2'), 'Another booking since 16:04'],
  [value('b-1'), NONE, 'Booking ended 16:04'],
  [WITHHELD, WITHHELD, 'changed'],
  [ABSENT, NONE, 'not reported changed to none'],
])('an active booking that was %j and is %j: %s', (old, now, words) => {
  expect(textOf({ path: 'active_booking_id', old, new: now })).toContain(`Phone:${words}`)
})

it.each<[ChangeSide, ChangeSide, string]>([
  [value('+44 1'), value('+44 2'), '+44 1 changed to +44 2'],
  [value(20), ABSENT, '20 changed to not reported'],
  [value(['a', 'b']), value([]), 'a, b changed to none'],
  [{ is: 'json', json: '{"a":1}' }, value(''), '{&quot;a&quot;:1} changed to empty'],
  // Text of the service is neutralised.
  [value('a'), value('<b>\u202e'), 'a changed to &lt;b&gt;\ufffd'],
])('%j and %j are shown with the minute of the change', (old, now, words) => {
  expect(textOf({ old, new: now })).toBe(`Driver · Phone:${words}16:04`)
})

it('says to viewers why a value is missing, and names a field that is not in the specification', () => {
  const withheld = { old: WITHHELD, new: WITHHELD }
  expect(textOf(withheld, true)).toBe('Driver · Phone:changed; not shown to viewers16:04')
  expect(textOf({ ...withheld, group: null, label: 'nickname' })).toBe(
    'Other field · nickname:changed16:04',
  )
})
