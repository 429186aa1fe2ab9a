import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { InterfaceSections } from './interface-sections'

it('has an anchor for every section that it links to', () => {
  const html = renderToStaticMarkup(<InterfaceSections />)
  const found = (pattern: RegExp) =>
    new Set([...html.matchAll(pattern)].map(([, anchor]) => anchor))
  const links = found(/href="\/integration#([\d-]+)"/g)
  expect(links.size).toBeGreaterThan(5)
  const anchors = found(/ id="([\d-]+)"/g)
  expect([...links].filter((link) => !anchors.has(link))).toEqual([])
})
