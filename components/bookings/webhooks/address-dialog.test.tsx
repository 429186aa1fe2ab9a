import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AddressDialog } from '@/components/bookings/webhooks/address-table'

test('sections of the interface open in a new tab, since the address is shown once', () => {
  const html = renderToStaticMarkup(
    <AddressDialog name="Desk" url="https://kerbside.example/hooks/a" onClose={() => undefined} />,
  )
  const links = [...html.matchAll(/<a ([^>]*)>(?:<span>)?(§[\d.]+)/g)].map(
    ([, attributes, text]) => [
      text,
      /href="([^"]*)"/.exec(attributes ?? '')?.[1],
      /target="([^"]*)"/.exec(attributes ?? '')?.[1],
    ],
  )
  expect(links).toEqual([
    ['§2.4', '/integration#2-4', '_blank'],
    ['§2.1', '/integration#2-1', '_blank'],
  ])
  expect(html.match(/§/g)).toHaveLength(links.length)
})
