import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { VehicleCounts } from '@/components/bookings/webhooks/webhooks-page'
import type { VehiclesByWebhook } from '@/lib/api/contract/webhooks'

function shown(vehicles: VehiclesByWebhook) {
  const html = renderToStaticMarkup(<VehicleCounts vehicles={vehicles} />)
  const counts = [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, label, count]) => [label, count],
  )
  return { text: html.replaceAll(/<[^>]+>/g, ' '), counts }
}

test('vehicles are counted by where their webhooks point, apart from those not read yet', () => {
  const { text, counts } = shown({ here: 12, elsewhere: 3, none: 1_188, unread: 40 })
  expect(text).toContain('From the records of 1,203 vehicles')
  expect(text).toContain('40 vehicles on open maps still to be checked')
  const lines = counts.map((line) => line.join(': '))
  expect(lines).toEqual([
    'This Kerbside: 12',
    'Other systems only: 3',
    'No webhook: 1,188',
    'Not checked yet: 40',
  ])
})

test('before any record is read there are no counts, and the page says when there are', () => {
  const { text, counts } = shown({ here: 0, elsewhere: 0, none: 0, unread: 0 })
  expect(text).toContain('No vehicle records have been checked')
  expect(text).toContain('in the background for vehicles on open maps')
  expect(counts).toEqual([])
})
