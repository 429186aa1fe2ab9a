import { createParser } from 'nuqs'
import type { Circle, View } from '@/components/map/types'
import {
  attributes,
  FILTER_NAMES,
  type FilterName,
  type FilterValues,
  NEED_NAMES,
  type NeedName,
  type Needs,
  SORT_NAMES,
  type SortName,
} from '@/components/search/attributes'
import { NEAREST_FIRST, type Sort } from '@/components/search/list/sort'
import { INTERVALS_SECONDS, intervalParameter } from '@/lib/api/contract/live'
import { formatPosition, parsePosition } from '@/lib/interface/position'
import { DEFAULT_RADIUS_METRES, type Parameter, searchParameters } from '@/lib/interface/search'
import { parseInstant } from '@/lib/interface/times'

export const PANELS = ['vehicles', 'pickup', 'due', 'zones', 'watched', 'saved'] as const

export type PanelName = (typeof PANELS)[number]

// As of Leaflet's map.
const CLOSEST_ZOOM = 19

/** How nuqs reads and writes a parameter, and what is allowed. */
function parameter<T>(
  { parse, allowed }: Parameter<T>,
  serialize: (value: NonNullable<T>) => string = String,
) {
  const parser = createParser<NonNullable<T>>({
    parse: (text) => parse(text) as NonNullable<T> | null,
    serialize,
    // Compare as written, so that defaults are left out of the address.
    eq: (a, b) => serialize(a) === serialize(b),
  })
  return { ...parser, allowed }
}

type ViewParameter<T> = ReturnType<typeof parameter<T>>

const orElse = <T>(one: ViewParameter<T>, value: NonNullable<T>) => ({
  ...one.withDefault(value),
  allowed: one.allowed,
})

const position = parameter(searchParameters.position, formatPosition)

const key = parameter(searchParameters.type)

const texts = parameter<readonly string[]>(
  {
    parse(text) {
      const items = [...new Set(splitList(text))]
      return items.every((item) => item === '' || key.parse(item) !== null) ? items : null
    },
    allowed: 'texts of at most 128 characters, separated by commas',
  },
  (items) => items.map((item) => item.replaceAll(/[\\,]/g, '\\$&')).join(','),
)

// As written, no text and an empty one are the same.
const list = orElse(
  { ...texts, eq: (a, b) => a.length === b.length && texts.serialize(a) === texts.serialize(b) },
  [],
)

export const amount = parameter<number>({
  parse: (text) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null),
  allowed: 'a number from 0, with at most six decimals',
})

type FilterParameters = {
  readonly [N in FilterName]: FilterValues[N] extends readonly string[]
    ? typeof list
    : typeof amount
}

const filters = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, attributes[name].filter === 'anyOf' ? list : amount]),
) as FilterParameters

type NeedParameters = {
  readonly [N in NeedName as `pickup_${N}`]: ViewParameter<NonNullable<Needs[N]>>
}

const needs = Object.fromEntries(
  NEED_NAMES.map((name) => [`pickup_${name}`, attributes[name].filter === 'anyOf' ? key : amount]),
) as NeedParameters

/** Parameters of the page's address. Unreadable ones are ignored and reported. */
export const viewParameters = {
  position,
  radius: orElse(parameter(searchParameters.radius), DEFAULT_RADIUS_METRES),
  type: key,
  every: orElse(parameter(intervalParameter), INTERVALS_SECONDS[0]),
  vehicle: parameter(searchParameters.cursor),
  /** Stands out on the map, and in the board of the zones. */
  zone: parameter(searchParameters.cursor),
  map: parameter<View>(
    {
      parse(text) {
        const [place = '', zoomText = '', ...more] = text.split('@')
        const position = parsePosition(place)
        const zoom = /^\d{1,2}(\.\d+)?$/.test(zoomText) ? Number(zoomText) : Number.NaN
        return position && zoom <= CLOSEST_ZOOM && more.length === 0 ? { position, zoom } : null
      },
      allowed: `lat,lng@zoom with a zoom from 0 to ${CLOSEST_ZOOM}`,
    },
    ({ position, zoom }) => `${formatPosition(position)}@${zoom}`,
  ),
  sort: orElse(
    parameter<Sort>(
      {
        parse(text) {
          const by = text.replace(/^-/, '')
          return SORT_NAMES.includes(by as SortName)
            ? { by: by as SortName, descending: by !== text }
            : null
        },
        allowed: `one of ${SORT_NAMES.join(', ')}, with a leading minus to reverse`,
      },
      ({ by, descending }) => (descending ? `-${by}` : by),
    ),
    NEAREST_FIRST,
  ),
  ...filters,
  text: orElse(key, ''),
  cluster: parameter<boolean>(
    { parse: (text) => ({ on: true, off: false })[text] ?? null, allowed: 'on or off' },
    (on) => (on ? 'on' : 'off'),
  ),
  panel: orElse(
    parameter<PanelName>({
      parse: (text) => PANELS.find((name) => name === text) ?? null,
      allowed: `one of ${PANELS.join(', ')}`,
    }),
    'vehicles',
  ),
  pickup: position,
  /** The area that a pick-up gives back when it is closed. */
  before: parameter<Circle>(
    {
      parse(text) {
        const [lat, lng, radiusText = '', ...more] = text.split(',')
        const centre = parsePosition(`${lat},${lng}`)
        const metres = searchParameters.radius.parse(radiusText)
        return centre && metres !== null && more.length === 0
          ? { position: centre, radius: metres }
          : null
      },
      allowed: 'lat,lng,radius',
    },
    ({ position: centre, radius: metres }) => `${formatPosition(centre)},${metres}`,
  ),
  ...needs,
  at: parameter<number>(
    { parse: parseInstant, allowed: 'an instant with its zone, such as 2026-05-01T16:04:00Z' },
    (epochMs) => new Date(epochMs).toISOString().replace('.000', ''),
  ),
} as const

type Name = keyof typeof viewParameters

/**
 * The page's address at the moment that a replay shows, which it has itself at rest only.
 * @param atMs null for now
 */
export function linkAt(href: string, atMs: number | null): string {
  if (atMs === null) return href
  const url = new URL(href)
  // Written again, commas of the rest would be escaped.
  url.search = url.search.replace(/([?&])at=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return `${url.href}${url.search === '' ? '?' : '&'}at=${viewParameters.at.serialize(atMs)}`
}

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
