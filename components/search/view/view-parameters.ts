import type { View } from '@/components/map/types'
import { type Sort, type SortName, sortWords } from '@/components/search/list/sorts'
import { liveParameters } from '@/lib/contract/live'
import { formatPosition, parsePosition } from '@/lib/interface/position'
import { type Parameter, searchParameters } from '@/lib/interface/search'

export const PANELS = ['vehicles', 'pickup', 'saved'] as const

/** Which of its parts the panel shows. */
export type PanelName = (typeof PANELS)[number]

// Leaflet's map ends here too.
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
    return Object.hasOwn(sortWords, by) ? { by: by as SortName, descending: by !== text } : null
  },
  allowed: `one of ${Object.keys(sortWords).join(', ')}, with a minus in front for the other direction`,
}

const key = searchParameters.type

const list: Parameter<readonly string[]> = {
  parse(text) {
    const items = [...new Set(splitList(text))]
    return items.every((item) => item === '' || key.parse(item) !== null) ? items : null
  },
  allowed: 'texts of at most 128 characters, joined by commas',
}

const amount: Parameter<number> = {
  parse: (text) => (/^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null),
  allowed: 'a number from 0 with at most six decimals',
}

/**
 * Everything that defines the view, as it stands in the page's address. Each parameter that cannot be read is left
 * out and told.
 */
export const viewParameters = {
  position: searchParameters.position,
  radius: searchParameters.radius,
  type: searchParameters.type,
  every: liveParameters.every,
  vehicle: searchParameters.cursor,
  map: view,
  sort,
  status: list,
  function: list,
  seats: amount,
  load: amount,
  price: amount,
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
  pickup_seats: amount,
  pickup_load: amount,
  pickup_function: searchParameters.type,
} as const

type Name = keyof typeof viewParameters

/** How a value is written, so that it reads back the same. */
export const viewTexts = {
  position: formatPosition,
  view: ({ position, zoom }: View) => `${formatPosition(position)}@${zoom}`,
  sort: ({ by, descending }: Sort) => (descending ? `-${by}` : by),
  list: (items: readonly string[]) => items.map((item) => item.replaceAll(/[\\,]/g, '\\$&')).join(','),
  onOff: (on: boolean) => (on ? 'on' : 'off'),
}

/** Parameters of the address that cannot be read, with what would be allowed. */
export function unreadableParameters(
  address: URLSearchParams,
): { name: string; given: string; allowed: string }[] {
  return (Object.keys(viewParameters) as Name[]).flatMap((name) => {
    const given = address.get(name)
    const { parse, allowed } = viewParameters[name]
    return given === null || parse(given) !== null ? [] : [{ name, given, allowed }]
  })
}

/** Texts joined by commas; a comma or backslash within one has a backslash in front. */
function splitList(text: string): string[] {
  const items = ['']
  for (let place = 0; place < text.length; place++) {
    const character = text[place] as string
    if (character === ',') items.push('')
    else items[items.length - 1] += character === '\\' ? (text[++place] ?? '') : character
  }
  return items
}
