import { anySpacing } from '@/components/search/list/filters/filters'
import type { SavedArea } from '@/components/search/view/saved-areas'
import type { LiveVehicle } from '@/lib/contract/live'
import type { Found, FoundPlace, FoundVehicle } from '@/lib/contract/places'
import { formatPosition, parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import { isVisible, shownName, type VehicleName, type VehicleNames } from '@/lib/queries/vehicle-names'
import { best, fitOf, fitOfName, NO_FIT, WHOLE } from './name-fit'

/** A possible meaning of a text, with its source in words. */
export type Suggestion = {
  readonly key: string
  readonly name: string
  /** "Address · between 1230 and 1240 · map". */
  readonly source: string
} & (
  | {
      readonly kind: 'vehicle'
      readonly id: string
      /** In the loaded area. */
      readonly isListed: boolean
      /** The text is a whole name of it, not a part. */
      readonly isWhole: boolean
      /** As listed; null for a vehicle without one, and for one of the directory. */
      readonly position: Position | null
    }
  | { readonly kind: 'area'; readonly query: string; readonly position: Position | null }
  | { readonly kind: 'place'; readonly position: Position }
)

type Area = Pick<LiveArea, 'records' | 'slotById'>

/** Vehicles of the list that a text names, the best first. */
export function namedBy(text: string, area: Area | null, names: VehicleNames): LiveVehicle[] {
  const pattern = anySpacing(text)
  const found = best(area?.records ?? [], (vehicle) =>
    vehicle ? fitOfName(names.of(vehicle), pattern) : NO_FIT,
  )
  return found.filter((vehicle) => vehicle !== undefined)
}

export interface Known {
  /** As `namedBy` gives them. */
  readonly listed: readonly LiveVehicle[]
  readonly area: Area | null
  readonly names: VehicleNames
  /** The name by which vehicles are shown. */
  readonly first: keyof VehicleName
  readonly areas: readonly SavedArea[]
  /** Null until the answer. */
  readonly found: Pick<Found, 'vehicles' | 'places'> | null
}

/** Listed vehicles, then those of the directory, saved areas and places, each in the order of how well it fits. */
export function suggest(text: string, { listed, area, names, first, areas, found }: Known): Suggestion[] {
  const pattern = anySpacing(text)
  const listedIds = new Set(listed.map(({ id }) => id))
  const others = found?.vehicles.filter(({ id }) => !listedIds.has(id)) ?? []
  return [
    ...listed.map((vehicle) => listedVehicle(vehicle, names.of(vehicle), first, pattern)),
    ...others.map((vehicle) => directoryVehicle(vehicle, area, first, pattern)),
    ...best(areas, ({ name }) => fitOf(name, pattern)).map(savedArea),
    ...new Map((found?.places ?? []).map((one) => [keyOf(one), place(one)])).values(),
  ]
}

/**
 * The suggestion that Enter takes: "KB-17" is not KB-173, although that may be the only one that is read, and "kb-" is
 * no street.
 */
export function chosenByEnter(text: string, suggestions: readonly Suggestion[]): Suggestion | null {
  if (suggestions.some(({ kind }) => kind === 'vehicle'))
    return suggestions.find((one) => one.kind === 'vehicle' && one.isWhole) ?? null
  const [first] = suggestions
  return first && (first.kind !== 'place' || isMeant(text, first.name)) ? first : null
}

// A few letters, or some with a digit or separator: "kb", "kb-", "KB 17", "1234 AB", but also "18 de".
const CALL_SIGN = /^(\p{L}{1,3}|\p{L}{0,4}[\s.\d-]{1,8}\p{L}{0,3})$/u

/** Whether a place may be meant by a text that could begin a call sign: its words begin so, without typing errors. */
function isMeant(text: string, place: string): boolean {
  if (!CALL_SIGN.test(text)) return true
  const words = wordsOf(place)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\d]+/gu) ?? []
}

/**
 * The vehicles of a list that was shown, in their places, then those whose names were read since.
 * @param now as `namedBy` gives them for the same text
 */
export function withLater(
  text: string,
  shown: readonly LiveVehicle[],
  now: readonly LiveVehicle[],
  names: VehicleNames,
): readonly LiveVehicle[] {
  const ids = new Set(shown.map(({ id }) => id))
  const pattern = anySpacing(text)
  const later = now.filter(({ id }) => !ids.has(id))
  const kept = later.filter(
    (vehicle, at) => shown.length + at < MOST_LISTED || fitOfName(names.of(vehicle), pattern) === WHOLE,
  )
  return kept.length === 0 ? shown : [...shown, ...kept]
}

// Vehicles found at first, and as many more.
const MOST_LISTED = 10

function listedVehicle(
  vehicle: LiveVehicle,
  name: VehicleName,
  first: keyof VehicleName,
  pattern: RegExp,
): Suggestion {
  return {
    key: `vehicle ${vehicle.id}`,
    kind: 'vehicle',
    ...namedVehicle(vehicle.id, name, first, vehicle.make),
    id: vehicle.id,
    isListed: true,
    isWhole: fitOfName(name, pattern) === WHOLE,
    position: vehicle.position,
  }
}

/** It may be listed, under a name that the list does not know yet. */
function directoryVehicle(
  { id, ourRef, licencePlate }: FoundVehicle,
  area: Known['area'],
  first: keyof VehicleName,
  pattern: RegExp,
): Suggestion {
  const name = { our_ref: ourRef, licence_plate: licencePlate }
  const listed = area?.records[area.slotById.get(id) ?? -1]
  if (listed) return listedVehicle(listed, name, first, pattern)
  return {
    key: `vehicle ${id}`,
    kind: 'vehicle',
    ...namedVehicle(id, name, first, area && 'not in the loaded area'),
    id,
    isListed: false,
    isWhole: fitOfName(name, pattern) === WHOLE,
    position: null,
  }
}

function namedVehicle(id: string, name: VehicleName, first: keyof VehicleName, rest: string | null) {
  const shown = shownName(name, first)
  const other = [name.our_ref, name.licence_plate].find((one) => one && one !== shown && isVisible(one))
  return { name: shown ?? id, source: ['Vehicle', other, rest].filter(Boolean).join(' · ') }
}

function savedArea({ id, name, query }: SavedArea): Suggestion {
  const position = parsePosition(new URLSearchParams(query).get('position') ?? '')
  return { key: `area ${id}`, kind: 'area', name, source: 'Saved area', query, position }
}

const KINDS: Record<FoundPlace['kind'], string> = {
  address: 'Address',
  street: 'Street',
  crossing: 'Crossing',
  place: 'Place',
}

const SOURCES: Record<FoundPlace['source'], string> = {
  map: 'map',
  'demo-city': 'demo city',
  geocoder: 'geocoder',
}

/** The same in each answer: a suggestion stays chosen when the next answer has it elsewhere. */
function keyOf({ kind, name, position, source }: FoundPlace): string {
  return `place ${kind} ${formatPosition(position)} ${source} ${name}`
}

function place(found: FoundPlace): Suggestion {
  const { kind, name, detail, position, source, between } = found
  const words = [KINDS[kind], detail, between && `between ${between[0]} and ${between[1]}`, SOURCES[source]]
  return {
    key: keyOf(found),
    kind: 'place',
    name,
    source: words.filter(Boolean).join(' · '),
    position,
  }
}
