import { expect, test } from 'vitest'
import { createObservationRecorder } from './recorder'

const booking = { id: 'b-1', status: 'pending', when: 'now', customer_name: 'Canary', error: null }

function observe(...contents: readonly unknown[]) {
  const recorder = createObservationRecorder(() => 0)
  for (const content of contents)
    recorder.onDelivery({
      content,
      contentType: 'application/json; charset=utf-8',
      event: null,
      isRepeat: false,
      bookings: JSON.stringify(content)?.includes('Canary') ? [booking] : [],
    })
  return recorder.read().gaps
}
const valuesOf = (contents: readonly unknown[]) =>
  observe(...contents).payloads.answers.map(
    ({ value, count }) => `${count} ${value.replace('application/json: ', '')}`,
  )

test('the form of a delivery around its bookings', () => {
  const event = { event: 'booking_status_changed', data: booking }
  const values = valuesOf([booking, { booking }, event, event, [booking, booking], undefined, [3]])
  expect(values).toEqual([
    '1 booking',
    '1 {booking: booking}',
    '2 {event: text, data: booking}',
    '1 [booking]',
    '1 unreadable',
    '1 [number]',
  ])
})

test('its bookings fill other gaps, and nothing personal is kept', () => {
  const gaps = observe({ booking }, { ada: 'Ada', 'ada@b.example': '+44 20 7946 0000' })
  expect(gaps.booking_status.answers.map(({ value }) => value)).toEqual(['pending'])
  expect(gaps.empty_field.answers.map(({ value }) => value)).toContain('error (§2.4): null')
  expect(JSON.stringify(gaps)).not.toMatch(/canary|7946|@/i)
})

test('names of events, content types and repetitions, in the form of key words only', () => {
  const recorder = createObservationRecorder(() => 0)
  const bare = { content: 1, bookings: [], isRepeat: false }
  recorder.onDelivery({
    ...bare,
    contentType: null,
    event: 'booking_status_changed',
    isRepeat: true,
  })
  recorder.onDelivery({ ...bare, contentType: 'ada@b.example', event: 'Ada Lovelace rang' })
  const answers = recorder.read().gaps.payloads.answers.map(({ value, kind }) => `${kind} ${value}`)
  expect(answers).toEqual([
    'form no content type: number',
    'word booking_status_changed',
    'form the same body again within ten minutes',
    'form another content type: number',
    'form another text',
  ])
})

test('bodies nested without end have a form', () => {
  const arrays = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)
  const recorder = createObservationRecorder(() => 0)
  const delivery = { contentType: null, event: null, bookings: [], isRepeat: false }
  recorder.onDelivery({ ...delivery, content: arrays })
  recorder.onDelivery({ ...delivery, content: { a: arrays } })
  const values = recorder.read().gaps.payloads.answers.map(({ value }) => value)
  expect(values).toEqual(['no content type: [[[[…]]]]', 'no content type: {a: [[[…]]]}'])
})
