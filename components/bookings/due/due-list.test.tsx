import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  type ArrivedList,
  arrivedBookingsQuery,
  mergeArrived,
} from '@/lib/api/queries/arrived-bookings'
import { query } from '@/lib/api/queries/query'
import { render, wordsIn } from '@/lib/testing/render'
import { DueList } from './due-list'

const NOTHING = { bookings: [], version: 0, older: null, unreadable: 0, total: 0, unrecognised: 0 }
const empty = mergeArrived(null, { ...NOTHING, isReceiving: true }, 0)

function textOf(fields: Partial<ArrivedList>): string {
  const client = new QueryClient()
  client.setQueryData(query('/api/me').queryKey, { data: { operator: null } } as never)
  client.setQueryData(arrivedBookingsQuery().queryKey, { ...empty, ...fields })
  const nothing = () => undefined
  return wordsIn(
    render(<DueList openedKey={null} onOpen={nothing} onFind={nothing} onMenu={nothing} />, {
      client,
    }),
  )
}

test('nothing is said to be due only where all bookings were searched', () => {
  expect(textOf({})).toContain('No booking is due')
  expect(textOf({ older: '5.5' })).toBe('0 due. Older bookings are being loaded.')
  expect(textOf({ isCut: true })).toBe(
    '0 due. Only the newest 10,000 bookings are searched; older ones may be due.',
  )
})
