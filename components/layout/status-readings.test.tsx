import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { query } from '@/lib/api/queries/query'
import { setStatusReadings } from '@/lib/format/status/given-readings'
import { render } from '@/lib/testing/render'
import { StatusReadings } from './status-readings'

afterEach(() => setStatusReadings([]))

const READINGS = [{ status: 'levitating', of: 'off', readBy: 'Ada' }] as const

function shownTo(role: string | null, statuses = ['busy', 'hovering', ''], areAllListed = false) {
  const client = new QueryClient()
  client.setQueryData(query('/api/me').queryKey, { data: { operator: role && { role } } } as never)
  client.setQueryData(query('/api/status-readings').queryKey, { data: READINGS } as never)
  return render(<StatusReadings statuses={statuses} areAllListed={areAllListed} />, { client })
}

test('administrators, or everybody without sign-in, are asked what an unknown status means', () => {
  for (const role of ['administrator', null]) expect(shownTo(role)).toMatch(/hovering.*<select/)
  expect(shownTo(null)).not.toContain('levitating')
  for (const role of ['dispatcher', 'viewer']) expect(shownTo(role)).toBe('')
  expect(shownTo(null, ['busy', 'available'])).toBe('')
})

test('what was said before is listed where it can be taken back, and is not asked again', () => {
  setStatusReadings(READINGS)
  const html = shownTo(null, ['levitating'], true)
  expect(html).toContain('Clear the meaning of levitating')
  expect(html).toContain('Set by Ada')
  expect(html).not.toContain('<select')
})
