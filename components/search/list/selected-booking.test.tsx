import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NotListed } from './selected-booking'

test('in a replay, a vehicle that is not listed leads to its trail then; nothing is said of now', () => {
  const html = renderToStaticMarkup(
    <NotListed id="v-7" pastMs={Date.parse('2026-05-01T16:04:00Z')} />,
  )
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe('Not listed at this moment. Where was it?')
  expect(html).toContain(
    'href="/vehicles/v-7?from=2026-05-01T15%3A34%3A00.000Z&amp;to=2026-05-01T16%3A34%3A00.000Z"',
  )
})
