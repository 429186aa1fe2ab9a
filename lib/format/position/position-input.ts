import { isOnEarth, parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'

export const positionInputAllowed =
  'latitude -90 to 90 and longitude -180 to 180, such as 51.5034,-0.1276 or 51°30′12″N 0°7′39″W, or a link of Google Maps, OpenStreetMap or Apple Maps that contains them'

/** A link is longer than any typed position. */
const LONGEST = 2_000

/**
 * Parses a position as it is typed or pasted: decimal degrees in any usual form, degrees with
 * minutes and seconds, `geo:` URIs and links of map services.
 * @returns null for anything ambiguous or not on the Earth
 */
export function parsePositionInput(text: string): Position | null {
  const plain = parsePosition(text)
  if (plain) return plain
  if (text.length > LONGEST) return null

  const line = normalised(text)
  const position = positionOfLink(line) ?? pairOf(line)
  if (!position) return null
  return isOnEarth(position) ? position : null
}

export const radiusInputAllowed = 'a distance above 0 such as 800, 800 m, 2 km or 1 mi'

interface DistanceUnit {
  readonly name: RegExp
  readonly metres: number
  readonly isMetric: boolean
}

const DISTANCE_UNITS: readonly DistanceUnit[] = [
  { name: /^$|^m$|^met(re|er)s?$/, metres: 1, isMetric: true },
  { name: /^km$|^kilomet(re|er)s?$/, metres: 1000, isMetric: true },
  { name: /^mi$|^miles?$/, metres: 1609.344, isMetric: false },
  { name: /^yd$|^yards?$/, metres: 0.9144, isMetric: false },
  { name: /^ft$|^feet$/, metres: 0.3048, isMetric: false },
]

// With three digits after a comma it may be 1.5 or 1,500.
const DISTANCE = /^(\d{1,15})(?:[.](\d{1,6})|,(\d{1,2}))?\s*([a-z]*)$/i

/**
 * Parses a distance in metres, or with its unit.
 * @returns metres; null when it cannot be a radius
 */
export function parseRadiusInput(text: string): number | null {
  const match = DISTANCE.exec(text.trim())
  if (!match) return null
  const [, whole, afterPoint, afterComma, unitText = ''] = match
  const unitName = unitText.toLowerCase()
  const unit = DISTANCE_UNITS.find(({ name }) => name.test(unitName))
  if (!unit) return null

  const fraction = afterPoint ?? afterComma ?? 0
  const count = Number(`${whole}.${fraction}`)
  const exact = count * unit.metres
  const metres = unit.isMetric ? Number(exact.toFixed(6)) : Math.round(exact)
  const isRadius = metres > 0 && metres <= LARGEST_RADIUS_METRES
  return isRadius ? metres : null
}

/**
 * One spelling of the minus, of degrees, minutes and seconds; without brackets around it
 * all or the zoom of a map.
 */
function normalised(text: string): string {
  return text
    .replaceAll(/[\u2212\u2012\u2013]/g, '-')
    .replaceAll(/[º˚]/g, '°')
    .replaceAll(/''|[″”“]/g, '"')
    .replaceAll(/[′’‘ʹ]/g, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/^[([]\s*(.*?)\s*[)\]]$/, '$1')
    .replace(/^@/, '')
    .replace(/,\s*\d+(\.\d+)?[zm]$/, '')
}

const DECIMAL = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`
const POINTS = new RegExp(String.raw`^${DECIMAL}\s*([,;/ ])\s*${DECIMAL}$`)

const WITH_COMMA = String.raw`([+-]?\d{1,3}(?:,\d+)?)`
const COMMA_SEPARATOR = String.raw`(\s*;\s*|\s*,\s+|\s+)`
const COMMAS = new RegExp(`^${WITH_COMMA}${COMMA_SEPARATOR}${WITH_COMMA}$`)

const ANGLE = String.raw`\d[\d.\s°'"]*`
const ANGLE_AND_SIDE = String.raw`(${ANGLE})\s*([NSEW])`
const SIDE_AND_ANGLE = String.raw`([NSEW])\s*(${ANGLE})`
const SIGN_AND_ANGLE = `([+-]?)(${ANGLE}[°'"])`
const SUFFIXED = new RegExp(String.raw`^${ANGLE_AND_SIDE}[\s,;]*${ANGLE_AND_SIDE}$`, 'i')
const PREFIXED = new RegExp(String.raw`^${SIDE_AND_ANGLE}[\s,;]+${SIDE_AND_ANGLE}$`, 'i')
const SIGNED = new RegExp(String.raw`^${SIGN_AND_ANGLE}[\s,;]+${SIGN_AND_ANGLE}$`)

function pairOf(line: string): Position | null {
  return decimalsOf(line) ?? anglesOf(line)
}

function decimalsOf(line: string): Position | null {
  const points = POINTS.exec(line)
  if (points) {
    const [, lat = '', separator, lng = ''] = points
    // "51 30" may be degrees and minutes of one number.
    const haveFractions = lat.includes('.') || lng.includes('.')
    if (separator === ' ' && !haveFractions) return null
    return {
      lat: Number(lat),
      lng: Number(lng),
    }
  }
  const commas = COMMAS.exec(line)
  if (!commas) return null
  const [, lat = '', separator = '', lng = ''] = commas
  const haveFractions = lat.includes(',') && lng.includes(',')
  // "51,5 0" may be 51 and 5.
  if (!haveFractions && !separator.includes(';')) return null
  return {
    lat: Number(lat.replace(',', '.')),
    lng: Number(lng.replace(',', '.')),
  }
}

function anglesOf(line: string): Position | null {
  const suffixed = SUFFIXED.exec(line)
  const parts = suffixed ?? PREFIXED.exec(line) ?? SIGNED.exec(line)
  if (!parts) return null
  const [, a = '', b = '', c = '', d = ''] = parts
  const firstSide = suffixed ? b : a
  const firstAngle = suffixed ? a : b
  const secondSide = suffixed ? d : c
  const secondAngle = suffixed ? c : d
  const first = signedDegrees(firstAngle, firstSide)
  const second = signedDegrees(secondAngle, secondSide)
  if (first === null || second === null) return null

  const sides = firstSide + secondSide
  const isLatitudeFirst = /^([NS][EW]|[+-]*)$/i.test(sides)
  if (isLatitudeFirst) return { lat: first, lng: second }
  const isLongitudeFirst = /^[EW][NS]$/i.test(sides)
  if (isLongitudeFirst) return { lat: second, lng: first }
  return null
}

const DEGREES = /^(\d{1,3}(?:\.\d+)?)\s*°?$/
const MINUTES = /^(\d{1,3})\s*[°\s]\s*(\d{1,2}(?:\.\d+)?)\s*'?$/
const SECONDS = /^(\d{1,3})\s*[°\s]\s*(\d{1,2})\s*['\s]\s*(\d{1,2}(?:\.\d+)?)\s*"?$/

/**
 * Degrees of one angle: "51.47", "51°28.2'", "51°28'12\"", "51 28 12".
 * @param side a hemisphere, a sign or nothing
 */
function signedDegrees(text: string, side: string): number | null {
  const angle = text.trim()
  const match = DEGREES.exec(angle) ?? MINUTES.exec(angle) ?? SECONDS.exec(angle)
  if (!match) return null
  const numbers = match.slice(1).map(Number)
  const [degrees = 0, minutes = 0, seconds = 0] = numbers
  if (minutes >= 60 || seconds >= 60) return null
  const value = degrees + minutes / 60 + seconds / 3600
  const isNegative = /[SW-]/i.test(side)
  // Zero has no sign.
  return isNegative && value > 0 ? -value : value
}

const LINK = /^(geo:|(https?:\/\/)?([a-z0-9-]+\.)+[a-z]{2,}[/?#])/i
const PAIR = '(-?[\\d.]+),[\\s+]*(-?[\\d.]+)'

// A link names a place and the middle of the window: the place comes first. Of Google,
// OpenStreetMap, Apple and RFC 5870.
const PLACES = [
  '!3d(-?[\\d.]+)!4d(-?[\\d.]+)',
  `/(?:place|search|dir/[^/]*)/${PAIR}`,
  '[?&]mlat=(-?[\\d.]+)&mlon=(-?[\\d.]+)',
  `[?&](?:q|query|coordinate|destination|daddr)=(?:loc:)?${PAIR}`,
  `[?&](?:ll|center|sll)=${PAIR}`,
  '[#&]map=[\\d.]+/(-?[\\d.]+)/(-?[\\d.]+)',
  `/@${PAIR}`,
  `^geo:${PAIR}`,
].map((place) => new RegExp(place, 'i'))

/**
 * The position in a `geo:` URI or in a link of a map service; null for any other text
 * and for a link without one.
 */
function positionOfLink(text: string): Position | null {
  if (!LINK.test(text)) return null
  const link = decoded(text)
  for (const place of PLACES) {
    const match = place.exec(link)
    if (!match) continue
    const [, lat, lng] = match
    const position = parsePosition(`${lat},${lng}`)
    if (position) return position
  }
  return null
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
