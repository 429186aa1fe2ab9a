import type { Flavour } from '@/components/map/basemap/flavours'
import { type Feature, POINT } from './tile-data'
import { NAME_LINES } from './tile-source'

/** How one class of features is labelled. */
export interface NameRule {
  readonly layer: string
  readonly from?: number
  readonly to?: number
  readonly is: (feature: Feature) => boolean
  readonly isStreet?: boolean
  readonly colour: keyof Flavour
  /** On the screen. */
  readonly pixels: number | ((feature: Feature) => number)
  readonly weight: number
  /** The first property that is a text. */
  readonly text: readonly string[]
  /** Larger first. */
  readonly importance?: (feature: Feature) => number
}

const POPULOUS_RANK = 9
/** Kinds of the larger points of interest that journeys begin or end at. */
// biome-ignore format: one line
const STATIONS = ['aerodrome', 'station', 'ferry_terminal', 'bus_station', 'hospital', 'university', 'stadium']

const kindIs = (...kinds: string[]) => {
  const wanted = new Set(kinds)
  return ({ properties }: Feature) => wanted.has(String(properties.kind))
}
const isPoint = ({ type }: Feature) => type === POINT
const rankOf = ({ properties }: Feature) => Number(properties.population_rank ?? 0)

const NAME = ['name']
const street = { layer: NAME_LINES, isStreet: true, pixels: 11, text: ['name', 'ref'] } as const

/** Most important first: a name gives way to those before it. */
// biome-ignore format: one line a class
export const NAME_RULES: readonly NameRule[] = [
  { layer: 'places', to: 7, is: kindIs('country', 'region'), colour: 'text', pixels: 12, weight: 600, text: NAME },
  { layer: 'places', is: kindIs('locality'), colour: 'text', pixels: (feature) => (rankOf(feature) > POPULOUS_RANK ? 16 : 13), weight: 600, text: NAME, importance: rankOf },
  { ...street, from: 12, is: kindIs('highway'), colour: 'text', weight: 500 },
  { ...street, from: 13, is: kindIs('major_road'), colour: 'text', weight: 500 },
  { layer: 'places', from: 12, is: kindIs('macrohood', 'neighbourhood'), colour: 'minorText', pixels: 12, weight: 600, text: NAME },
  { layer: 'water', is: isPoint, colour: 'waterText', pixels: 12, weight: 400, text: NAME },
  { layer: 'pois', from: 13, is: kindIs(...STATIONS), colour: 'minorText', pixels: 11, weight: 400, text: NAME },
  { ...street, from: 15, is: kindIs('minor_road'), colour: 'minorText', weight: 400 },
  { layer: 'buildings', from: 17, is: isPoint, colour: 'minorText', pixels: 10, weight: 400, text: ['addr_housenumber'] },
]
