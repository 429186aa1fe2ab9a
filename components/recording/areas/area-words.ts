import type { AreaSearch } from '@/lib/contract/live'
import type { RecordedArea } from '@/lib/contract/recording'
import type { FormatDistance } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'

export function areaKey({ position, radius, type }: AreaSearch): string {
  return [formatPosition(position), radius, type ?? ''].join(' ')
}

/** "1 km around 51.5,-0.1, taxi only". */
export function placeWords({ position, radius, type }: AreaSearch, format: FormatDistance): string {
  const place = `${format(radius)} around ${formatPosition(position)}`
  return type === null ? place : `${place}, ${safeText(type, 40)} only`
}

/** Its name first, where it has one. */
export function areaWords({ search, name }: RecordedArea, format: FormatDistance): string {
  const place = placeWords(search, format)
  return name === null ? place : `${safeText(name, 80)} (${place})`
}
