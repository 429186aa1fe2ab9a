import { useMemo } from 'react'
import { resolveColour } from '@/components/map/theme'

/** Colours of a vector map: `--map-…` in app/tokens.css. */
export const GROUND_COLOURS = [
  'land',
  'built',
  'green',
  'sand',
  'water',
  'building',
  'main',
  'main-casing',
  'secondary',
  'secondary-casing',
  'street',
  'street-casing',
  'path',
  'rail',
  'boundary',
  'name',
  'minor-name',
  'water-name',
  'name-halo',
  'transit',
  'hospital',
  'symbol',
] as const

export type GroundColour = (typeof GROUND_COLOURS)[number]

/** As a canvas takes them. */
export type Flavour = Readonly<Record<GroundColour, string>>

/** The flavour of a theme of the screen; for print, see globals.css. */
export function useFlavour(theme: string): Flavour {
  return useMemo(() => readFlavour(theme), [theme])
}

/** @param _theme the one that the page's colours follow */
function readFlavour(_theme: string): Flavour {
  const colours = GROUND_COLOURS.map((name) => [name, resolveColour(`var(--map-${name})`)])
  return Object.fromEntries(colours)
}
