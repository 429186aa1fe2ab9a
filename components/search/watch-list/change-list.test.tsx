import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PreferencesProvider } from '@/components/layout/preferences/preferences'
import type { ChangeSide, RecordChange } from '@/lib/api/contract/watch-list'
import { bookingWords, ChangeLine, fieldWords } from './change-list'

const change = (path: string, old: ChangeSide, now: ChangeSide): RecordChange => ({
  ...{ path, label: 'Active booking', group: 'record', section: '2.1', old, new: now },
  ...{ at: '2026-01-01T16:04:00.000Z', after: '2026-01-01T16:02:00.000Z' },
})
const booking = (id: string): ChangeSide => ({ is: 'value', value: id })
const words = (old: ChangeSide, now: ChangeSide) =>
  bookingWords(change('active_booking_id', old, now), '16:04')

it('tells a booking that began from one that ended', () => {
  expect(words({ is: 'none' }, booking('b-1'))).toBe('Booked since 16:04')
  expect(words({ is: 'absent' }, booking('b-1'))).toBe('Booked since 16:04')
  expect(words(booking('b-1'), booking('b-2'))).toBe('Another booking since 16:04')
  expect(words(booking('b-1'), { is: 'none' })).toBe('Booking ended 16:04')
  expect(words({ is: 'absent' }, { is: 'none' })).toBeNull()
  expect(bookingWords(change('make', booking('a'), booking('b')), '16:04')).toBeNull()
})

it('names a field as the record’s page does', () => {
  expect(fieldWords(change('active_booking_id', booking('a'), booking('b')))).toBe('Record · Active booking')
  const unknown = { ...change('nickname', booking('a'), booking('b')), group: null, label: 'nickname' }
  expect(fieldWords(unknown)).toBe('Not in the specification · nickname')
})

const NOW_MS = Date.UTC(2026, 0, 1, 16, 30)

function textOf(path: string, old: ChangeSide, now: ChangeSide, isViewer = false): string {
  const change: RecordChange = {
    ...{ path, label: 'Phone', group: 'driver', section: '2.1', old, new: now },
    ...{ at: '2026-01-01T16:04:00.000Z', after: '2026-01-01T16:02:00.000Z' },
  }
  const html = renderToStaticMarkup(
    <PreferencesProvider
      initial={{ theme: 'system', zone: 'UTC', clock: '24', name: 'our_ref', units: 'kilometres' }}
    >
      <ChangeLine change={change} now={NOW_MS} isViewer={isViewer} />
    </PreferencesProvider>,
  )
  return html.replaceAll(/<span aria-hidden[^>]*> → <\/span>/g, '').replaceAll(/<[^>]+>/g, '')
}

const value = (text: string | number | string[]): ChangeSide => ({ is: 'value', value: text })

it('shows old, new and the minute of a change', () => {
  const words = textOf('driver_phone_number', value('+44 1'), value('+44 2'))
  expect(words).toBe('Driver · Phone:+44 1 changed to +44 216:04')
  expect(textOf('year', value(2020), { is: 'absent' })).toContain('2020 changed to not reported')
  expect(textOf('functions', value(['a', 'b']), value([]))).toContain('a, b changed to none')
  expect(textOf('make', { is: 'json', json: '{"a":1}' }, value(''))).toContain(
    '{&quot;a&quot;:1} changed to empty text',
  )
})

it('says to viewers why a value is missing, and neutralises text of the service', () => {
  const withheld = { is: 'withheld' } as const
  expect(textOf('driver_name', withheld, withheld, true)).toContain('changed; not shown to viewers')
  expect(textOf('driver_name', withheld, withheld)).toMatch(/:changed16:04$/)
  expect(textOf('make', value('a'), value('<b>\u202e'))).toContain('&lt;b&gt;\ufffd')
})
