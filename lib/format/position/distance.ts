import { locale } from '@/lib/format/locale'
import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** A bearing as one of eight compass points. */
export function compassPoint(bearing: number): (typeof COMPASS)[number] {
  return COMPASS[Math.round(bearing / 45) % 8] as (typeof COMPASS)[number]
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
  return `${formatDistance(distanceMetres(from, to))} ${compassPoint(bearingDegrees(from, to))}`
}

/** A short unit, up to how many of it, and the long one, in metres each. */
const SYSTEMS = {
  kilometres: { short: ['meter', 1], fewerThan: 1000, long: ['kilometer', 1000] },
  // A quarter of a mile.
  miles: { short: ['yard', 0.9144], fewerThan: 440, long: ['mile', 1609.344] },
  // Americans count feet up to a thousand.
  americanMiles: { short: ['foot', 0.3048], fewerThan: 1000, long: ['mile', 1609.344] },
} as const

/**
 * Formats distances: "480 m", "1.25 km"; or "440 yd", "0.31 mi", and feet instead of
 * yards in the United States.
 * @param language a locale as `lib/format/locale` has it
 */
export function createDistanceFormat(units: Units, language: string): FormatDistance {
  const isAmerican = units === 'miles' && new Intl.Locale(language).region === 'US'
  const { short, fewerThan, long } = SYSTEMS[isAmerican ? 'americanMiles' : units]
  const [shortFormat, longFormat] = [short, long].map(
    ([unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, maximumSignificantDigits: 3 }),
  ) as [Intl.NumberFormat, Intl.NumberFormat]
  return (metres) => {
    const steps = inSteps(metres / short[1])
    if (steps < fewerThan) return shortFormat.format(steps)
    return longFormat.format(Math.round((metres / long[1]) * 100) / 100)
  }
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
  return units === 'miles' ? miles.format(kmh / KM_PER_MILE) : kilometres.format(kmh)
}

function speedFormat(unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 0 })
}
