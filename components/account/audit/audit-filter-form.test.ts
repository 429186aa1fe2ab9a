import { expect, test } from 'vitest'
import { fieldOfTime, timeOfField } from './audit-filter-form'

test('a time of the address is shown in the zone and converted back unchanged', () => {
  expect(fieldOfTime('2026-07-01T12:00:00Z', 'Europe/London')).toBe('2026-07-01T13:00')
  expect(timeOfField('2026-07-01T13:00', 'Europe/London')).toBe('2026-07-01T12:00:00Z')
  expect(fieldOfTime('2026-07-01T14:00:00+02:00', 'UTC')).toBe('2026-07-01T12:00')
})

test.each(['', 'yesterday'])('%j is an empty field', (time) => {
  expect(fieldOfTime(time, 'UTC')).toBe('')
})

test('an empty field is no filter', () => {
  expect(timeOfField('', 'UTC')).toBe('')
})
