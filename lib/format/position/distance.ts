import { locale } from '@/lib/format/locale'

const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** A bearing as one of eight compass points. */
export function compassPoint(bearing: number): (typeof COMPASS)[number] {
  return COMPASS[Math.round(bearing / 45) % 8] as (typeof COMPASS)[number]
}

const metresFormat = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'meter',
  maximumFractionDigits: 0,
})
const kilometresFormat = new Intl.NumberFormat(locale, {
  style: 'unit',
  unit: 'kilometer',
  maximumSignificantDigits: 3,
})

/** "480 m", "1.25 km": metres below a kilometre, in steps of ten from 100 m up. */
export function formatDistance(metres: number): string {
  const steps = metres < 100 ? Math.round(metres) : Math.round(metres / 10) * 10
  return steps < 1000 ? metresFormat.format(steps) : kilometresFormat.format(steps / 1000)
}
