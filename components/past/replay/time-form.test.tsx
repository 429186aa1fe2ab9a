import { expect, test } from 'vitest'
import { render, wordsIn } from '@/lib/testing/render'
import { RepeatedHourNote, readTypedTime } from './time-form'

const at = (text: string) => Date.parse(`2026-10-25T${text}:00Z`)
const context = { nowMs: at('12:00'), shownMs: at('11:00'), zone: 'Europe/London' }
const read = (text: string) => readTypedTime(text, context)

test('a time of the past', () => {
  expect(read('10:30')).toEqual({ atMs: at('10:30'), otherMs: null, error: null })
  expect(read('11:30')).toEqual({ atMs: at('11:30'), otherMs: null, error: null })
})

test('a time in the hour that comes twice: the one nearer to the moment shown, and the other', () => {
  expect(read('01:30')).toEqual({ atMs: at('01:30'), otherMs: at('00:30'), error: null })
})

test('a time to come is refused', () => {
  const error = 'This time is in the future.'
  expect(read('+61 min')).toEqual({ atMs: null, otherMs: null, error })
  expect(read('2026-10-26 00:00')).toEqual({ atMs: null, otherMs: null, error })
  expect(read('now')).toEqual({ atMs: at('12:00'), otherMs: null, error: null })
})

test('another text is not a time', () => {
  expect(read('half past')).toMatchObject({ atMs: null, error: expect.stringContaining('Not a time.') })
})

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
