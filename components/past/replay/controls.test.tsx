import { expect, test } from 'vitest'
import { render, wordsIn } from '@/lib/testing/render'
import { RepeatedHourNote, ReplayClock } from './controls'

/** Instant, time and day. Of two zones, one at least is not the browser's. */
function shownAt(instant: string, zone: string) {
  const html = render(<ReplayClock atMs={Date.parse(instant)} isLoading={false} />, { zone })
  return /<time dateTime="([^"]*)"><span[^>]*>([^<]*)<\/span><span[^>]*>([^<]*)</
    .exec(html)
    ?.slice(1)
}

test.each([
  ['Europe/London', '2026-03-29T00:59:59Z', '00:59:59', 'Sun, 29 Mar 2026, GMT'],
  ['Europe/London', '2026-03-29T01:00:00Z', '02:00:00', 'Sun, 29 Mar 2026, BST'],
  ['Europe/London', '2026-10-25T00:30:00Z', '01:30:00', 'Sun, 25 Oct 2026, BST'],
  ['Europe/London', '2026-10-25T01:30:00Z', '01:30:00', 'Sun, 25 Oct 2026, GMT'],
  ['America/New_York', '2026-03-08T06:59:59Z', '01:59:59', 'Sun, 8 Mar 2026, GMT-5'],
  ['America/New_York', '2026-03-08T07:00:00Z', '03:00:00', 'Sun, 8 Mar 2026, GMT-4'],
  ['America/New_York', '2026-10-25T01:30:00Z', '21:30:00', 'Sat, 24 Oct 2026, GMT-4'],
])(
  'the clock shows the operator’s zone, %s, also as clocks change: %s',
  (zone, instant, time, day) => {
    expect(shownAt(instant, zone)).toEqual([new Date(instant).toISOString(), time, day])
  },
)

test('of a time that came twice, says which is shown and offers the other', () => {
  const [first, second] = ['00:30', '01:30'].map((time) =>
    Date.parse(`2026-10-25T${time}:00Z`),
  ) as [number, number]
  const time = { atMs: second, otherMs: first }
  const note = <RepeatedHourNote time={time} zone="Europe/London" onOther={() => undefined} />
  expect(wordsIn(render(note))).toBe(
    'The clocks went back, so this time came twice. Shown is 01:30:00 GMT. Go to 01:30:00 BST',
  )
})
