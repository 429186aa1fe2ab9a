import { locale } from '@/lib/format/locale'
import type { Units } from './distance'

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
