import type { SavedArea } from '@/lib/api/contract/desk'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { Found, FoundPlace } from '@/lib/api/contract/places'
import type { NameSource } from '@/lib/api/queries/names'
import { CALL_SIGN, type Fit, fits, nameFit, nameIn, namesVehicle } from '@/lib/format/name-fit'
import { counted, formatCount } from '@/lib/format/number'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition, parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { isVisible, shownName, type VehicleName } from '@/lib/interface/vehicle-name'
import type { AreaList } from '@/lib/live/client/live-area'

export type Suggestion = {
  readonly key: string
  readonly name: string
  /** "Address · between 1230 and 1240 · map". */
  readonly source: string
} & (
  | {
      readonly kind: 'vehicle'
      readonly id: string
      readonly fit: Fit
      /** As listed; null for a vehicle without one, and for one of the directory. */
      readonly position: Position | null
    }
  | { readonly kind: 'area'; readonly query: string; readonly position: Position | null }
  | {
      readonly kind: 'place'
      readonly of: FoundPlace['kind']
      readonly position: Position
      /** The number that was typed, where it is not known: the place is near. */
      readonly unknownNumber?: string | undefined
    }
  /** The list of those vehicles alone. */
  | {
      readonly kind: 'list'
      readonly text: string
      readonly count: number
      readonly position: null
    }
  /** A search for drivers, which is audited. */
  | { readonly kind: 'drivers'; readonly text: string; readonly position: null }
)

type VehicleSuggestion = Extract<Suggestion, { kind: 'vehicle' }>
type PlaceSuggestion = Extract<Suggestion, { kind: 'place' }>

const MOST = 5

export interface Naming {
  readonly names: NameSource
  /** Keys of types, whose words a text may hold beside a call sign. */
  readonly types: readonly string[]
}

/** Vehicles of the list that a text names, the best first. */
export function namedBy(
  text: string,
  area: AreaList | null,
  { names, types }: Naming,
): LiveVehicle[] {
  const fitOf = nameFit(text, types)
  const byFit: LiveVehicle[][] = Array.from({ length: fits.none }, () => [])
  for (const vehicle of area?.table.records ?? []) {
    const group = vehicle && byFit[fitOf(names.of(vehicle))]
    if (group && group.length < MOST) group.push(vehicle)
  }
  return byFit.flat().slice(0, MOST)
}

export interface Known extends Naming {
  /** As `namedBy` gives them. */
  readonly listed: readonly LiveVehicle[]
  readonly area: AreaList | null
  readonly first: keyof VehicleName
  readonly areas: readonly SavedArea[]
  /** "2.3 km NE", from where distances count. */
  readonly awayInWords: (position: Position) => string
  /** Null until the answer. */
  readonly found: Pick<Found, 'vehicles' | 'places'> | null
}

/** Vehicles, listed or not, in the order of how well they fit, then saved areas and places. */
export function suggest(text: string, known: Known): Suggestion[] {
  const { listed, area, names, types, areas, found } = known
  const fitOf = nameFit(text, types)
  const listedIds = new Set(listed.map(({ id }) => id))
  const places = namesVehicle(text, types) ? [] : (found?.places ?? [])
  const others = found?.vehicles.filter(({ id }) => !listedIds.has(id)) ?? []
  const vehicles = [
    ...listed.map((vehicle) =>
      vehicleSuggestion(vehicle.id, vehicle, names.of(vehicle), known, fitOf),
    ),
    // One may be listed, under a name that the list does not know yet.
    ...others.map(({ id, ourRef, licencePlate }) => {
      const name = { our_ref: ourRef, licence_plate: licencePlate }
      return vehicleSuggestion(id, area?.table.get(id) ?? null, name, known, fitOf)
    }),
  ]
  return [
    ...vehicles.sort((one, other) => one.fit - other.fit),
    ...areas
      .filter(({ name }) => folded(name).includes(folded(text)))
      .slice(0, MOST)
      .map(savedArea),
    ...placeSuggestions(places, known.awayInWords),
  ]
}

export function listSuggestion(text: string, count: number, of: number): Suggestion {
  return {
    key: 'list',
    kind: 'list',
    name: `List only “${text}”`,
    source: `${formatCount(count)} of ${counted(of, 'vehicle')}, by name, make or type`,
    text,
    count,
    position: null,
  }
}

/** @param names by `lat,lng`, the last chosen last */
export function searchedBefore(names: ReadonlyMap<string, string>): Suggestion[] {
  return [...names]
    .slice(-MOST)
    .reverse()
    .flatMap(([key, name]) => {
      const position = parsePosition(key)
      return position
        ? [
            {
              key: `recent ${key}`,
              kind: 'place',
              of: 'place',
              name,
              source: 'Searched before',
              position,
            },
          ]
        : []
    })
}

/**
 * The only one that the text names whole, or else the only match. While call signs are unread,
 * "KB-17" is not KB-173, which may be the only one that is read.
 * @param isRead no call sign of the list is unread
 */
export function chosenByEnter(
  text: string,
  suggestions: readonly Suggestion[],
  isRead = false,
): Suggestion | null {
  const named = suggestions.filter(
    (one) => one.kind === 'area' && folded(one.name) === folded(text),
  )
  const vehicles = suggestions.filter((one) => one.kind === 'vehicle')
  if (vehicles.length === 0 && named.length === 0) {
    // Another house than the one that was typed has to be chosen.
    const places = suggestions
      .filter((one) => one.kind === 'place')
      .filter(({ unknownNumber }) => unknownNumber === undefined)
    const others = suggestions.filter((one) => one.kind !== 'place')
    // A street that is spelled otherwise is not what the list has word for word.
    const place = onlyPlace(text, places, others.length === 0)
    return place ?? (others.length === 1 ? (others[0] ?? null) : null)
  }
  const best = vehicles.filter(({ fit }) => fit === fits.callSign)
  const whole = [
    ...(best.length > 0 ? best : vehicles.filter(({ fit }) => fit <= fits.plate)),
    ...named,
  ]
  if (whole.length === 0 && isRead) return onlyMatch(suggestions)
  return whole.length === 1 ? (whole[0] as Suggestion) : null
}

function onlyMatch(suggestions: readonly Suggestion[]): Suggestion | null {
  // A list of one is that of the match itself.
  const matches = suggestions.filter((one) => one.kind !== 'list' || one.count > 1)
  const [only = null] = matches
  return matches.length === 1 ? only : null
}

export function mayBeCallSign(text: string, types: readonly string[]): boolean {
  const bare = nameIn(text, types)?.text ?? text.trim()
  return /\d/.test(bare) && CALL_SIGN.test(bare)
}

/** Two places within this distance are one, known from the map and from the geocoder. */
const SAME_PLACE_METRES = 150

/**
 * The place that is meant beyond doubt: the address or crossing as typed, or else the only
 * one with all typed words.
 */
function onlyPlace(
  text: string,
  places: readonly PlaceSuggestion[],
  mayBeMisspelled: boolean,
): PlaceSuggestion | null {
  const typed = wordsOf(text)
  const withAll = places.filter(({ name }) => typed.every((word) => wordsOf(name).includes(word)))
  const restOf = ({ name }: PlaceSuggestion) =>
    typed.filter((word) => !wordsOf(name).includes(word))
  const whole = places.filter(
    ({ of, name }) =>
      (of === 'address' || of === 'crossing') &&
      wordsOf(name).every((word) => typed.includes(word)),
  )
  const exact = whole.filter((one) => restOf(one).length === 0)
  // "Colonia y Ejido" is "Colonia / Ejido", whatever joins the two.
  const joined = whole.filter(
    (one) => one.of === 'crossing' && /^[^\d\s]+$/.test(restOf(one).join(' ')),
  )
  const alike = mayBeMisspelled ? places.filter(({ name }) => mayMean(text, name)) : []
  const meant = [exact, withAll, joined, alike].find(({ length }) => length > 0) ?? []
  const [first] = meant
  if (!first) return null
  return meant.every(
    ({ position }) => distanceMetres(position, first.position) <= SAME_PLACE_METRES,
  )
    ? first
    : null
}

/**
 * Whether a place may be meant by a text that could begin a call sign: its words begin
 * so, without typing errors.
 */
function mayMean(text: string, place: string): boolean {
  if (!CALL_SIGN.test(text)) return true
  const words = wordsOf(place)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\d]+/gu) ?? []
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/**
 * The vehicles that were shown, in their places, then those whose names were read since.
 * @param now as of `namedBy`
 */
export function withLater(
  text: string,
  shown: readonly LiveVehicle[],
  now: readonly LiveVehicle[],
  { names, types }: Naming,
): readonly LiveVehicle[] {
  const ids = new Set(shown.map(({ id }) => id))
  const fitOf = nameFit(text, types)
  const later = now.filter(({ id }) => !ids.has(id))
  const kept = later.filter(
    (vehicle, at) => shown.length + at < MOST_LISTED || fitOf(names.of(vehicle)) <= fits.plate,
  )
  return kept.length === 0 ? shown : [...shown, ...kept]
}

// Vehicles found at first, and as many more.
const MOST_LISTED = 2 * MOST

/** @param listed in the loaded area; null for a vehicle of the directory that is not */
function vehicleSuggestion(
  id: string,
  listed: LiveVehicle | null,
  name: VehicleName,
  { area, first }: Known,
  fitOf: (name: VehicleName) => Fit,
): VehicleSuggestion {
  const shown = shownName(name, first)
  const other = [name.our_ref, name.licence_plate].find(
    (one) => one && one !== shown && isVisible(one),
  )
  const rest = listed ? listed.make : area && 'not in the loaded area'
  return {
    key: `vehicle ${id}`,
    kind: 'vehicle',
    id,
    name: shown ?? id,
    source: ['Vehicle', other, rest].filter(Boolean).join(' · '),
    fit: fitOf(name),
    position: listed?.position ?? null,
  }
}

function savedArea({ name, query }: SavedArea): Suggestion {
  const position = parsePosition(new URLSearchParams(query).get('position') ?? '')
  return { key: `area ${name} ${query}`, kind: 'area', name, source: 'Saved area', query, position }
}

const KINDS: Record<FoundPlace['kind'], string> = {
  address: 'Address',
  street: 'Street',
  crossing: 'Crossing',
  place: 'Place',
}

const SOURCES: Record<FoundPlace['source'], string> = {
  city: 'map',
  'demo-city': 'demo city',
  geocoder: 'address search',
}

/** The same in each answer: a suggestion stays chosen when the next answer has it elsewhere. */
function keyOf({ kind, name, position, source }: FoundPlace): string {
  return `place ${kind} ${formatPosition(position)} ${source} ${name}`
}

/** Of those with the same text, each says where it is. */
function placeSuggestions(
  places: readonly FoundPlace[],
  awayInWords: Known['awayInWords'],
): PlaceSuggestion[] {
  const distinct = [...new Map(places.map((one) => [keyOf(one), one])).values()]
  const textOf = ({ name, detail }: FoundPlace) => folded(`${name}\n${detail ?? ''}`)
  const counts = new Map<string, number>()
  for (const found of distinct) counts.set(textOf(found), (counts.get(textOf(found)) ?? 0) + 1)
  return distinct.map((found) => {
    const isAlone = counts.get(textOf(found)) === 1
    return place(found, isAlone ? null : awayInWords(found.position))
  })
}

function kindInWords({ kind, source, unknownNumber }: FoundPlace): string {
  if (kind === 'street' && source !== 'geocoder') return 'Street midpoint'
  return unknownNumber === undefined ? KINDS[kind] : 'Nearest known'
}

function place(found: FoundPlace, away: string | null): PlaceSuggestion {
  const { kind, name, detail, position, source, between, unknownNumber } = found
  const where = [detail, away]
  // Where it is before what is unknown: streets of one name differ by that, and the line is cut.
  const facts =
    unknownNumber === undefined
      ? [kindInWords(found), ...where]
      : [...where, kindInWords(found), `number ${unknownNumber} not found`]
  const words = [...facts, between && `between ${between[0]} and ${between[1]}`, SOURCES[source]]
  return {
    key: keyOf(found),
    kind: 'place',
    of: kind,
    name,
    source: words.filter(Boolean).join(' · '),
    position,
    unknownNumber,
  }
}
