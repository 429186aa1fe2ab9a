import { locale } from '@/lib/format/locale'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

type CompassPoint = (typeof COMPASS)[number]

/** A bearing as one of eight compass points. */
export function compassPoint(bearing: number): CompassPoint {
  const eighth = Math.round(bearing / 45) % 8
  return COMPASS[eighth] as CompassPoint
}

/** Units of displayed distances; addresses and the API stay in metres. */
export const UNITS = ['kilometres', 'miles'] as const

export type Units = (typeof UNITS)[number]

export type FormatDistance = (metres: number) => string

/** "480 m NE". */
export function distanceAndDirection(
  from: Position,
  to: Position,
  formatDistance: FormatDistance,
): string {
  const distance = formatDistance(distanceMetres(from, to))
  const direction = compassPoint(bearingDegrees(from, to))
  return `${distance} ${direction}`
}

interface UnitSystem {
  readonly shortUnit: string
  readonly shortMetres: number
  /** Fewer of the short unit are not written in the long one. */
  readonly shortBelow: number
  readonly longUnit: string
  readonly longMetres: number
}

const KILOMETRES: UnitSystem = {
  shortUnit: 'meter',
  shortMetres: 1,
  shortBelow: 1000,
  longUnit: 'kilometer',
  longMetres: 1000,
}

const MILES: UnitSystem = {
  shortUnit: 'yard',
  shortMetres: 0.9144,
  // A quarter of a mile.
  shortBelow: 440,
  longUnit: 'mile',
  longMetres: 1609.344,
}

const AMERICAN_MILES: UnitSystem = {
  ...MILES,
  shortUnit: 'foot',
  shortMetres: 0.3048,
  // Americans count feet up to a thousand.
  shortBelow: 1000,
}

/**
 * Formats distances: "480 m", "1.25 km"; or "440 yd", "0.31 mi", and feet instead of
 * yards in the United States.
 * @param language a locale as `lib/format/locale` has it
 */
export function createDistanceFormat(units: Units, language: string): FormatDistance {
  const { shortUnit, shortMetres, shortBelow, longUnit, longMetres } = systemOf(units, language)
  const shortFormat = unitFormat(shortUnit, language)
  const longFormat = unitFormat(longUnit, language)
  return (metres) => {
    const short = inSteps(metres / shortMetres)
    if (short < shortBelow) return shortFormat.format(short)
    const long = Math.round((metres / longMetres) * 100) / 100
    return longFormat.format(long)
  }
}

function systemOf(units: Units, language: string): UnitSystem {
  if (units === 'kilometres') return KILOMETRES
  const { region } = new Intl.Locale(language)
  return region === 'US' ? AMERICAN_MILES : MILES
}

function unitFormat(unit: string, language: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumSignificantDigits: 3,
  })
}

const formats: Readonly<Record<Units, FormatDistance>> = {
  kilometres: createDistanceFormat('kilometres', locale),
  miles: createDistanceFormat('miles', locale),
}

/** The format of this browser's region; the same function for the same units. */
export function distanceFormat(units: Units): FormatDistance {
  return formats[units]
}

/** Whole ones below 100, tens from there. */
function inSteps(value: number): number {
  return value < 100 ? Math.round(value) : Math.round(value / 10) * 10
}

const KM_PER_MILE = 1.609344

const kilometres = speedFormat('kilometer-per-hour')
const miles = speedFormat('mile-per-hour')

/** "48 km/h", or "30 mph". */
export function formatSpeed(kmh: number, units: Units): string {
  if (units === 'kilometres') return kilometres.format(kmh)
  return miles.format(kmh / KM_PER_MILE)
}

function speedFormat(unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 0,
  })
}
