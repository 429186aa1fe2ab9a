import { expect, test } from 'vitest'
import { render, wordsIn } from '@/lib/testing/render'
import { RepeatedHourNote } from './controls'

test('of a time that came twice, says which is shown and offers the other', () => {
  const [first, second] = ['00:30', '01:30'].map((time) => Date.parse(`2026-10-25T${time}:00Z`)) as [
    number,
    number,
  ]
  const time = { atMs: second, otherMs: first }
  const note = <RepeatedHourNote time={time} zone="Europe/London" onOther={() => undefined} />
  expect(wordsIn(render(note))).toBe(
    'The clocks went back, so this time came twice. Shown is 01:30:00 GMT. Go to 01:30:00 BST',
  )
})
