import type { AreaSearch } from '@/lib/contract/live'
import type { NamedArea, RecordedArea } from '@/lib/contract/recording'
import type { FormatDistance } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'

export const LEFT_OUT_ADVICE = 'Raise RECORDING_CALLS_PER_SECOND, or record a smaller area.'

/** Of an area that was given a name. @param areas as they are listed, which may be from before */
export function alwaysWords(
  { name, ...search }: NamedArea,
  areas: readonly RecordedArea[],
  format: FormatDistance,
): string {
  const area = areas.find((one) => areaKey(one.search) === areaKey(search))
  return area?.isLeftOut
    ? `“${safeText(name)}” is recorded only while it is watched: too many calls. ${LEFT_OUT_ADVICE}`
    : `“${safeText(name)}” is recorded from now on: ${placeWords(search, format)}.`
}

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
