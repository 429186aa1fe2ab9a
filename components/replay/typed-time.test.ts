import { expect, test } from 'vitest'
import { readTypedTime } from './typed-time'

const at = (text: string) => Date.parse(`2026-10-25T${text}:00Z`)
const context = { nowMs: at('12:00'), shownMs: at('11:00'), zone: 'Europe/London' }
const span = { fromMs: at('00:10'), toMs: at('11:30') }
const read = (text: string) => readTypedTime(text, context, span)

test('a recorded time', () => {
  expect(read('10:30')).toEqual({ atMs: at('10:30'), otherMs: null, error: null })
  expect(read('11:30')).toEqual({ atMs: at('11:30'), otherMs: null, error: null })
})

test('a time in the hour that comes twice: the one nearer to the moment shown, and the other', () => {
  expect(read('01:30')).toEqual({ atMs: at('01:30'), otherMs: at('00:30'), error: null })
})

test('a time that was not recorded is gone to, and the recorded ones are named', () => {
  const error = 'Recorded from 01:10:00 BST to 11:30:00.'
  expect(read('11:31')).toEqual({ atMs: at('11:31'), otherMs: null, error })
  expect(readTypedTime('11:31', context, null)).toEqual({ atMs: at('11:31'), otherMs: null, error: null })
})

test('another text is not a time', () => {
  expect(read('half past')).toMatchObject({ atMs: null, error: expect.stringContaining('Not a time.') })
})
