import { expect, test } from 'vitest'
import { RIM_OPACITY } from '@/components/map/vehicles/sprites'
import { departedColour, EDGE, fadedColour, STATUS_STYLES } from '@/lib/format/status/status-style'
import { AGE_STEPS } from '@/lib/format/time/age'
import { dark, type Flavour, forcedFlavour, light } from './flavours'

// Source: WCAG 2.2, 1.4.11 for marks and 1.4.3 for text
const MARK_CONTRAST = 3
const TEXT_CONTRAST = 4.5

// app/globals.css: --accent and --focus, --map-unknown, --map-label with its halo
const lines = { light: ['#14594c', '#1d4ed8'], dark: ['#7fd1bb', '#93b4ff'] }
const shade = { light: ['#17201c', 0.11], dark: ['#000000', 0.32] } as const

/** Colours of the map, each inside of the circle and shaded outside of it. */
function grounds(
  name: 'light' | 'dark',
  { text, minorText, waterText, halo, ...areas }: Flavour,
): string[] {
  const [colour, opacity] = shade[name]
  return Object.values(areas).flatMap((area) => [area, over(area, colour, opacity)])
}

/** Of a fill and its rims one is enough. */
const mark = (name: string, ...colours: ((ground: string) => string)[]) => ({
  name,
  contrast: (ground: string) =>
    Math.max(...colours.map((colour) => contrast(colour(ground), ground))),
})
const plain = (colour: string) => () => colour
const mixed = (colour: string, opacity: number) => (ground: string) => over(ground, colour, opacity)

// components/map/vehicles/sprites.ts and painter.ts
const vehicles = STATUS_STYLES.flatMap(({ colour }) => [
  ...AGE_STEPS.map(({ name: age }) => {
    const faded = (one: string) => plain(fadedColour(one, age))
    return mark(`${age} ${colour}`, faded(colour), faded(EDGE), mixed('#000000', RIM_OPACITY))
  }),
  mark(`departed ${colour}`, plain(departedColour(colour)), mixed('#ffffff', 0.9)),
  mark(`group ${colour}`, plain(colour), plain('#ffffff'), mixed('#000000', 0.5)),
])
// components/map/vehicles/painter.ts, trail-painter.ts; components/map/journey-map.tsx
const drawn = [
  mark('selection', plain('#10201a'), plain('#f2b705')),
  mark('number', plain('#7a1fa2'), plain('#ffffff')),
  mark('trail', plain('#10201a'), mixed('#ffffff', 0.9)),
  mark('journey', plain('#17201c'), plain('#f2b705')),
]

test.each([
  ['light', light],
  ['dark', dark],
] as const)('on %s ground all marks stand out from every colour of the map', (name, flavour) => {
  const rings = lines[name].map((colour) => mark(`circle or focus ${colour}`, plain(colour)))
  const faint = grounds(name, flavour).flatMap((ground) =>
    [...vehicles, ...drawn, ...rings].flatMap((one) => {
      const reached = one.contrast(ground)
      return reached < MARK_CONTRAST ? [[one.name, ground, reached]] : []
    }),
  )
  expect(faint).toEqual([])
})

test.each([
  ['light', light, '#10201a', '#ffffff'],
  ['dark', dark, '#ffffff', '#0d1311'],
] as const)(
  'call signs are readable on every colour of the %s map, and on their halo',
  (name, flavour, text, halo) => {
    const hard = [...grounds(name, flavour), halo].filter(
      (ground) => contrast(text, ground) < TEXT_CONTRAST,
    )
    expect(hard).toEqual([])
  },
)

test('counts of groups and numbers of vehicles are readable', () => {
  expect(contrast('#17201c', '#ffffff')).toBeGreaterThanOrEqual(TEXT_CONTRAST)
  expect(contrast('#ffffff', '#7a1fa2')).toBeGreaterThanOrEqual(TEXT_CONTRAST)
})

test.each([
  ['light', light],
  ['dark', dark],
  ['high contrast', forcedFlavour('rgb(0, 0, 0)', 'rgb(255, 255, 255)')],
  ['high contrast on white', forcedFlavour('rgb(255, 255, 255)', 'rgb(0, 0, 0)')],
] as const)(
  'names are readable on %s ground and roads, with and without their halo',
  (_, flavour) => {
    const { text, minorText, waterText, halo } = flavour
    const named = [
      [text, [flavour.land, flavour.built, flavour.green, flavour.highway, flavour.major, halo]],
      [minorText, [flavour.land, flavour.built, flavour.green, flavour.minor, halo]],
      [waterText, [flavour.water, halo]],
    ] as const
    for (const [colour, areas] of named)
      for (const area of areas)
        expect([colour, area, contrast(colour, area) >= TEXT_CONTRAST]).toEqual([
          colour,
          area,
          true,
        ])
  },
)

test('in high contrast water is told from land', () => {
  const { land, water } = forcedFlavour('rgb(0, 0, 0)', 'rgb(255, 255, 0)')
  expect([land, water]).toEqual(['rgb(0, 0, 0)', 'rgb(64, 64, 0)'])
})

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** A colour on another one. */
function over(ground: string, colour: string, opacity: number): string {
  const below = partsOf(ground)
  const above = partsOf(colour)
  const parts = below.map((part, n) => Math.round(part * (1 - opacity) + (above[n] ?? 0) * opacity))
  return `rgb(${parts.join(' ')})`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Of `#rrggbb` or `rgb(r g b)`. */
function partsOf(colour: string): number[] {
  return colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : [...colour.matchAll(/\d+/g)].map(Number)
}
