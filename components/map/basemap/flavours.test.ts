import { expect, test } from 'vitest'
import { RIM_OPACITY } from '@/components/map/vehicles/sprites'
import { departedColour, EDGE, fadedColour, STATUS_STYLES } from '@/lib/format/status/status-style'
import { AGE_STEPS } from '@/lib/format/time/age'
import { distance } from '@/lib/testing/colour-vision'
import { colourOf, contrast, forcedColourOf, over, type Theme } from '@/lib/testing/tokens'
import { GROUND_COLOURS, type GroundColour } from './flavours'

// Source: WCAG 2.2, 1.4.11 for marks and 1.4.3 for text
const MARK_CONTRAST = 3
const TEXT_CONTRAST = 4.5

// --color-map-unknown
const shade = {
  light: { colour: '#1c1b19', opacity: 0.06 },
  dark: { colour: '#000000', opacity: 0.06 },
} as const

const WRITTEN: readonly GroundColour[] = [
  'name',
  'minor-name',
  'water-name',
  'name-halo',
  'transit',
  'hospital',
  'symbol',
]
const AREAS = GROUND_COLOURS.filter((name) => !WRITTEN.includes(name))

/** Colours of the map, each inside of the circle and shaded outside of it. */
function grounds(theme: Theme): string[] {
  const { colour, opacity } = shade[theme]
  return AREAS.flatMap((name) => {
    const area = colourOf(`map-${name}`, theme)
    return [area, over(area, colour, opacity)]
  })
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
const ofToken = (name: string) => plain(colourOf(name, 'light'))
// components/map/vehicles/painter.ts, trail-painter.ts; components/map/journey-map.tsx
const drawn = [
  mark('selection', ofToken('map-mark-line'), ofToken('color-kerb')),
  mark('number', ofToken('color-pickup'), ofToken('color-on-pickup')),
  mark('trail', ofToken('map-mark-line'), mixed('#ffffff', 0.9)),
  mark('journey', ofToken('color-map-journey-casing'), ofToken('color-map-journey')),
]

const THEMES = ['light', 'dark'] as const

test.each(THEMES)('on %s ground all marks stand out from every colour of the map', (theme) => {
  const rings = ['color-map-circle', 'color-focus'].map((name) =>
    mark(name, plain(colourOf(name, theme))),
  )
  const faint = grounds(theme).flatMap((ground) =>
    [...vehicles, ...drawn, ...rings].flatMap((one) => {
      const reached = one.contrast(ground)
      return reached < MARK_CONTRAST ? [[one.name, ground, reached]] : []
    }),
  )
  expect(faint).toEqual([])
})

test.each(THEMES)('call signs are readable on every colour of the %s map', (theme) => {
  const text = colourOf('map-label', theme)
  const hard = [...grounds(theme), colourOf('map-label-halo', theme)].filter(
    (ground) => contrast(text, ground) < TEXT_CONTRAST,
  )
  expect(hard).toEqual([])
})

test('counts of groups and numbers of vehicles are readable', () => {
  const pairs = [
    ['#ffffff', colourOf('map-group-text', 'light')],
    ['#ffffff', colourOf('map-group-none', 'light')],
    [colourOf('color-on-pickup', 'light'), colourOf('color-pickup', 'light')],
  ] as const
  for (const [ground, text] of pairs)
    expect(contrast(ground, text)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
})

const inTheme = (theme: Theme) => (name: GroundColour) => colourOf(`map-${name}`, theme)
const inContrast = (canvas: string, text: string) => (name: GroundColour) =>
  forcedColourOf(`map-${name}`, canvas, text)

test.each([
  ['light', inTheme('light')],
  ['dark', inTheme('dark')],
  ['high contrast', inContrast('#000000', '#ffffff')],
  ['high contrast on white', inContrast('#ffffff', '#000000')],
])('names are readable on %s ground and roads, with and without their halo', (_, colour) => {
  const named = [
    ['name', ['land', 'built', 'green', 'main', 'secondary', 'name-halo']],
    ['minor-name', ['land', 'built', 'green', 'street', 'name-halo']],
    ['water-name', ['water', 'name-halo']],
    ['transit', ['land', 'built', 'name-halo']],
    ['hospital', ['land', 'built', 'name-halo']],
    ['symbol', ['transit', 'hospital']],
  ] as const
  const hard = named.flatMap(([text, areas]) =>
    areas.filter((area) => contrast(colour(text), colour(area)) < TEXT_CONTRAST),
  )
  expect(hard).toEqual([])
})

test.each([
  ['light', inTheme('light')],
  ['dark', inTheme('dark')],
])('on %s ground three classes of roads and the water differ', (_, colour) => {
  const areas = ['land', 'water', 'main', 'secondary', 'street'] as const
  for (const [n, one] of areas.entries())
    for (const other of areas.slice(n + 1))
      expect([one, other, distance(colour(one), colour(other)) > 8]).toEqual([one, other, true])
})

test('in high contrast water and main roads are told from land', () => {
  const colour = inContrast('#000000', '#ffff00')
  expect(['land', 'water', 'main'].map((name) => colour(name as GroundColour))).toEqual([
    '#000000',
    '#404000',
    '#595900',
  ])
})
