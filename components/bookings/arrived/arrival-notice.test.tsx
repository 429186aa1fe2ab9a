import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ArrivalNotice, NoBookings } from '@/components/bookings/record-list'
import { ApiError } from '@/lib/api/client/errors'
import { type ArrivedList, mergeArrived } from '@/lib/api/queries/arrived-bookings'
import type { Myself } from '@/lib/api/queries/operators'
import { query } from '@/lib/api/queries/query'
import { render } from '@/lib/testing/render'

const NOTHING = { bookings: [], version: 0, older: null, unreadable: 0, total: 0, unrecognised: 0 }
const waiting = mergeArrived(null, { ...NOTHING, isReceiving: true }, 0)
const withoutAddress = { ...waiting, isReceiving: false }
const entry = { booking: { key: 'k' }, index: 0, changedAtMs: null } as ArrivedList['entries'][0]

function textOf(
  list: ArrivedList | undefined,
  role: Myself['role'],
  error: Error | null = null,
): string {
  const client = new QueryClient()
  client.setQueryData(query('/api/me').queryKey, {
    data: { operator: { role } as Myself },
  } as never)
  const notice = (
    <>
      <ArrivalNotice list={list} error={error} showing="14:02:11" retry={() => undefined} />
      {list && list.entries.length === 0 ? <NoBookings list={list} /> : null}
    </>
  )
  const html = render(notice, { client })
  return html.replaceAll(/<(?!a )[^>]+>/g, '')
}

test('an administrator is led to the addresses, a dispatcher to an administrator', () => {
  expect(textOf(withoutAddress, 'administrator')).toMatch(
    /No bookings yet.* href="\/integration\/webhooks"/,
  )
  expect(textOf(withoutAddress, 'dispatcher')).toContain(
    'Ask an administrator to set up a webhook address',
  )
  expect(textOf(withoutAddress, 'dispatcher')).not.toContain('href')
})

test('with an address in use the first booking is awaited, and nothing is said once it came', () => {
  expect(textOf(waiting, 'dispatcher')).toContain('Waiting for the first booking')
  expect(textOf({ ...waiting, entries: [entry] }, 'dispatcher')).toBe('')
  expect(textOf({ ...withoutAddress, entries: [entry] }, 'dispatcher')).toContain(
    'No new bookings come in',
  )
})

test('bookings of another secret are counted, not left out in silence', () => {
  expect(textOf({ ...waiting, unreadable: 1204 }, 'dispatcher')).toMatch(
    /1,204 bookings cannot be decrypted.*the server had a different secret/,
  )
  const one = textOf({ ...waiting, entries: [entry], unreadable: 1 }, 'dispatcher')
  expect(one).toContain('1 booking cannot be decrypted')
})

test('a failure says from when the list is, if there is one', () => {
  const error = new ApiError('kerbside-unreachable', 'GET')
  const listed = textOf({ ...waiting, entries: [entry] }, 'dispatcher', error)
  expect(listed).toContain('Showing data from 14:02:11')
  expect(textOf(undefined, 'dispatcher', error)).not.toContain('Showing data')
})
