import type { View } from '@/components/map/types'
import {
  attributes,
  FILTER_NAMES,
  type FilterName,
  type FilterValue,
  NEED_NAMES,
  type NeedName,
  type NeedValue,
  SORT_NAMES,
  type Sort,
  type SortName,
} from '@/components/search/attributes'
import { liveParameters } from '@/lib/api/contract/live'
import { formatPosition, parsePosition } from '@/lib/interface/position'
import { type Parameter, searchParameters } from '@/lib/interface/search'
import { parseInstant } from '@/lib/interface/times'

export const PANELS = ['vehicles', 'pickup', 'watched', 'saved'] as const

export type PanelName = (typeof PANELS)[number]

// As of Leaflet's map.
const CLOSEST_ZOOM = 19

const view: Parameter<View> = {
  parse(text) {
    const [place = '', zoomText = '', ...more] = text.split('@')
    const position = parsePosition(place)
    const zoom = /^\d{1,2}(\.\d+)?$/.test(zoomText) ? Number(zoomText) : Number.NaN
    return position && zoom <= CLOSEST_ZOOM && more.length === 0 ? { position, zoom } : null
  },
  allowed: `lat,lng@zoom with a zoom from 0 to ${CLOSEST_ZOOM}`,
}

const sort: Parameter<Sort> = {
  parse(text) {
    const by = text.replace(/^-/, '')
    return SORT_NAMES.includes(by as SortName) ? { by: by as SortName, descending: by !== text } : null
  },
  allowed: `one of ${SORT_NAMES.join(', ')}, with a leading minus to reverse`,
}

const key = searchParameters.type

const list: Parameter<readonly string[]> = {
  parse(text) {
    const items = [...new Set(splitList(text))]
    return items.every((item) => item === '' || key.parse(item) !== null) ? items : null
  },
  allowed: 'texts of at most 128 characters, separated by commas',
}

const amount: Parameter<number> = {
  parse: (text) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null),
  allowed: 'a number from 0, with at most six decimals',
}

const instant: Parameter<number> = {
  parse: parseInstant,
  allowed: 'an instant with its zone, such as 2026-05-01T16:04:00Z',
}

type Filtered = { readonly [N in FilterName]: Parameter<NonNullable<FilterValue<N>>> }
type Needed = { readonly [N in NeedName as `pickup_${N}`]: Parameter<NonNullable<NeedValue<N>>> }

const filters = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, attributes[name].filter === 'anyOf' ? list : amount]),
) as Filtered

const needs = Object.fromEntries(
  NEED_NAMES.map((name) => [`pickup_${name}`, attributes[name].filter === 'anyOf' ? key : amount]),
) as Needed

/**
 * Parameters of the page's address. Unreadable ones are ignored and reported.
 */
export const viewParameters = {
  position: searchParameters.position,
  radius: searchParameters.radius,
  type: searchParameters.type,
  every: liveParameters.every,
  vehicle: searchParameters.cursor,
  map: view,
  sort,
  ...filters,
  text: { parse: (text) => key.parse(text), allowed: key.allowed } satisfies Parameter<string>,
  cluster: {
    parse: (text) => ({ on: true, off: false })[text] ?? null,
    allowed: 'on or off',
  } satisfies Parameter<boolean>,
  panel: {
    parse: (text) => PANELS.find((name) => name === text) ?? null,
    allowed: `one of ${PANELS.join(', ')}`,
  } satisfies Parameter<PanelName>,
  pickup: searchParameters.position,
  ...needs,
  at: instant,
} as const

type Name = keyof typeof viewParameters

/** Serialises values for the address; the parsers above read them back. */
export const viewTexts = {
  position: formatPosition,
  view: ({ position, zoom }: View) => `${formatPosition(position)}@${zoom}`,
  sort: ({ by, descending }: Sort) => (descending ? `-${by}` : by),
  list: (items: readonly string[]) => items.map((item) => item.replaceAll(/[\\,]/g, '\\$&')).join(','),
  onOff: (on: boolean) => (on ? 'on' : 'off'),
  instant: (epochMs: number) => new Date(epochMs).toISOString().replace('.000', ''),
}

/** The page's address at the moment that a replay shows, which it has itself at rest only. @param atMs null for now */
export function linkAt(href: string, atMs: number | null): string {
  if (atMs === null) return href
  const url = new URL(href)
  // Written again, commas of the rest would be escaped.
  url.search = url.search.replace(/([?&])at=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return `${url.href}${url.search === '' ? '?' : '&'}at=${viewTexts.instant(atMs)}`
}

/** Unreadable parameters of the address, with the values that are allowed. */
export function unreadableParameters(
  address: URLSearchParams,
): { name: string; given: string; allowed: string }[] {
  return (Object.keys(viewParameters) as Name[]).flatMap((name) => {
    const given = address.get(name)
    const { parse, allowed } = viewParameters[name]
    return given === null || parse(given) !== null ? [] : [{ name, given, allowed }]
  })
}

/** Splits at commas; a backslash escapes a comma or backslash. */
function splitList(text: string): string[] {
  const items = ['']
  for (let place = 0; place < text.length; place++) {
    const character = text[place] as string
    if (character === ',') items.push('')
    else items[items.length - 1] += character === '\\' ? (text[++place] ?? '') : character
  }
  return items
}
