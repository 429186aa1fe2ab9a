import { expect, test } from 'vitest'
import { attributionMarkup } from './attribution'

const archive = {
  kind: 'vector',
  minZoom: 0,
  maxZoom: 15,
  hasPoints: true,
  bounds: { west: -1, south: 50, east: 1, north: 52 },
} as const
const link =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>'

test('OpenStreetMap is linked, with its tiles and in a map file', () => {
  const url = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'
  expect(attributionMarkup({ url, attribution: 'any', archive: null })).toBe(
    `© ${link} contributors`,
  )
  const own = { url: '/map/v/{z}/{x}/{y}', attribution: 'Protomaps © OpenStreetMap', archive }
  expect(attributionMarkup(own)).toBe(`Protomaps © ${link}`)
})

test('a credit line is text, never markup', () => {
  const tiles = { url: 'https://tiles.example/{z}/{x}/{y}', archive: null }
  expect(attributionMarkup({ ...tiles, attribution: '<b>A</b> & B' })).toBe(
    '&lt;b&gt;A&lt;/b&gt; &amp; B',
  )
})
