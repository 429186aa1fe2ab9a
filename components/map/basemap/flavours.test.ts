import { expect, test } from 'vitest'
import { EDGE, fadedColour, STATUS_STYLES } from '@/lib/format/status-style'
import { dark, type Flavour, forcedFlavour, light } from './flavours'

// Source: WCAG 2.2, 1.4.11 for marks and 1.4.3 for text
const MARK_CONTRAST = 3
const TEXT_CONTRAST = 4.5

// app/globals.css: --accent, --focus
const lines = { light: ['#14594c', '#1d4ed8'], dark: ['#7fd1bb', '#93b4ff'] }

const grounds = ({ text, minorText, waterText, halo, ...areas }: Flavour) => Object.values(areas)

test.each([
  ['light', light],
  ['dark', dark],
] as const)(
  'on %s ground vehicles, circle and focus ring stand out from every colour of the map',
  (name, flavour) => {
    for (const ground of grounds(flavour)) {
      for (const { colour } of STATUS_STYLES) {
        // Old reports fade towards grey, which the edge does too.
        const [fill, edge] = [fadedColour(colour, 'fresh'), fadedColour(EDGE, 'fresh')]
        const best = Math.max(contrast(fill, ground), contrast(edge, ground))
        expect([ground, colour, best >= MARK_CONTRAST]).toEqual([ground, colour, true])
      }
      for (const line of lines[name]) {
        expect([ground, line, contrast(line, ground) >= MARK_CONTRAST]).toEqual([ground, line, true])
      }
    }
  },
)

test.each([
  ['light', light],
  ['dark', dark],
  ['high contrast', forcedFlavour('#000000', '#ffffff')],
] as const)('names are readable on %s ground and roads, with and without their halo', (_, flavour) => {
  const { text, minorText, waterText, halo } = flavour
  const named = [
    [text, [flavour.land, flavour.built, flavour.green, flavour.highway, flavour.major, halo]],
    [minorText, [flavour.land, flavour.built, flavour.green, flavour.minor, halo]],
    [waterText, [flavour.water, halo]],
  ] as const
  for (const [colour, areas] of named)
    for (const area of areas)
      expect([colour, area, contrast(colour, area) >= TEXT_CONTRAST]).toEqual([colour, area, true])
})

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** Of `#rrggbb` or `rgb(r, g, b)`. */
function luminance(colour: string): number {
  const parts = colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : [...colour.matchAll(/\d+/g)].map(Number)
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
