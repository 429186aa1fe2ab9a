import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { query } from '@/lib/api/queries/query'
import { render } from '@/lib/testing/render'
import { UnknownStatuses } from './unknown-statuses'

function shownTo(role: string | null, statuses = ['busy', 'hovering', '']) {
  const client = new QueryClient()
  client.setQueryData(query('/api/me').queryKey, { data: { operator: role && { role } } } as never)
  return render(<UnknownStatuses statuses={statuses} />, { client })
}

test('administrators, or everybody without sign-in, are shown the setting of an unknown status', () => {
  const linesIn = (html: string) =>
    [...html.matchAll(/<code[^>]*>([^<]+)</g)].map(([, line]) => line)
  for (const role of ['administrator', null])
    expect(linesIn(shownTo(role))).toEqual(['STATUS_FREE=hovering'])
  for (const role of ['dispatcher', 'viewer']) expect(shownTo(role)).toBe('')
  expect(shownTo(null, ['busy', 'available'])).toBe('')
})
