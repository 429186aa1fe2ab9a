import {
  CenteredTextSymbolizer,
  type Feature,
  type LabelRule,
  LineLabelPlacement,
  LineLabelSymbolizer,
  Padding,
} from 'protomaps-leaflet'
import type { Flavour } from './flavours'
import { NAME_LINES } from './name-lines'
import type { ZoomScale } from './zoom-scale'

// As the rest of the page: the system has a font for every script.
const FAMILY = 'ui-sans-serif, system-ui, sans-serif'
const POPULOUS_RANK = 9
/** Kinds of the larger points of interest that journeys begin or end at. */
const STATIONS = [
  'aerodrome',
  'station',
  'ferry_terminal',
  'bus_station',
  'hospital',
  'university',
  'stadium',
]

const kindIs =
  (...kinds: string[]) =>
  (_: number, { props }: Feature) =>
    kinds.includes(String(props.kind))

/** What is written on a tile, most important first: a label gives way to those before it. */
export function labelRules(flavour: Flavour, scale: ZoomScale): LabelRule[] {
  const font = (pixels: number, weight = 400) => `${weight} ${pixels / scale.value}px ${FAMILY}`
  const spot = (fill: string, look: (feature?: Feature) => string, labelProps = ['name']) =>
    new Padding(
      6,
      new CenteredTextSymbolizer({
        labelProps,
        fill,
        stroke: flavour.halo,
        width: 1.5 / scale.value,
        lineHeight: 1.35,
        font: (_, feature) => look(feature),
      }),
    )
  const street = (fill: string, pixels: number, weight: number) =>
    new LineLabelSymbolizer({
      labelProps: ['name', 'ref'],
      fill,
      stroke: flavour.halo,
      width: 3 / scale.value,
      font: () => font(pixels, weight),
      position: LineLabelPlacement.Center,
      repeatDistance: 400 / scale.value,
    })
  return [
    {
      dataLayer: 'places',
      maxzoom: 7,
      filter: kindIs('country', 'region'),
      symbolizer: spot(flavour.text, () => font(12, 600)),
    },
    {
      dataLayer: 'places',
      filter: kindIs('locality'),
      symbolizer: spot(flavour.text, (feature) =>
        Number(feature?.props.population_rank) > POPULOUS_RANK ? font(16, 600) : font(13, 600),
      ),
      sort: (a, b) => Number(b.population_rank ?? 0) - Number(a.population_rank ?? 0),
    },
    {
      dataLayer: NAME_LINES,
      minzoom: 12,
      filter: kindIs('highway'),
      symbolizer: street(flavour.text, 11, 500),
    },
    {
      dataLayer: NAME_LINES,
      minzoom: 13,
      filter: kindIs('major_road'),
      symbolizer: street(flavour.text, 11, 500),
    },
    {
      dataLayer: 'places',
      minzoom: 12,
      filter: kindIs('macrohood', 'neighbourhood'),
      symbolizer: spot(flavour.minorText, () => font(12, 600)),
    },
    {
      dataLayer: 'water',
      filter: (_, { geomType }) => geomType === POINT,
      symbolizer: spot(flavour.waterText, () => font(12)),
    },
    {
      dataLayer: 'pois',
      minzoom: 13,
      filter: kindIs(...STATIONS),
      symbolizer: spot(flavour.minorText, () => font(11)),
    },
    {
      dataLayer: NAME_LINES,
      minzoom: 15,
      filter: kindIs('minor_road'),
      symbolizer: street(flavour.minorText, 11, 400),
    },
    {
      dataLayer: 'buildings',
      minzoom: 17,
      filter: (_, { geomType }) => geomType === POINT,
      symbolizer: spot(flavour.minorText, () => font(10), ['addr_housenumber']),
    },
  ]
}

const POINT = 1
