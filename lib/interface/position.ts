import type { JsonObject, Position } from './resources'
import type { Reading } from './sent-forms'
import { asObject, DECIMAL, ownValue, readNumber } from './values'

const POSITION = new RegExp(`^\\s*(${DECIMAL})\\s*,\\s*(${DECIMAL})\\s*$`)

/** Whether both degrees are finite and on the Earth. */
export function isOnEarth({ lat, lng }: Position): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/**
 * Parses `lat,lng` in degrees; null for other texts, and outside the Earth's
 * range. Source: interface §4.1
 */
export function parsePosition(text: string): Position | null {
  const match = POSITION.exec(text)
  if (!match) return null
  const position = { lat: Number(match[1]), lng: Number(match[2]) }
  return isOnEarth(position) ? position : null
}

// In the order of preference; each has one meaning.
const LATITUDES = ['lat', 'latitude']
const LONGITUDES = ['lng', 'longitude', 'lon', 'long']

type PositionReading = Reading<Position | null>

/**
 * Reads a position: a geo object, its degrees as texts or under their whole names, `lat,lng` in a
 * text as a search has it (§4.1), a GeoJSON point (RFC 7946: longitude first). A pair without names
 * is not read: its order is not known.
 * @returns a null position where degrees are null, or 0,0 as of a receiver without a fix; null for
 * anything else
 * Source: interface §2.3
 */
export function readPosition(value: unknown): PositionReading | null {
  if (typeof value === 'string') {
    const position = parsePosition(value)
    return position && { value: nullIfUnset(position), form: 'text' }
  }
  const object = asObject(value)
  return object && readObject(object)
}

function readObject(object: JsonObject): PositionReading | null {
  const latName = LATITUDES.find((name) => ownValue(object, name) !== undefined)
  const lngName = LONGITUDES.find((name) => ownValue(object, name) !== undefined)
  if (latName === undefined && lngName === undefined) return readPoint(object)

  const lat = ownValue(object, latName ?? '')
  const lng = ownValue(object, lngName ?? '')
  if (lat === null && lng === null) return { value: null, form: null }

  const reading = readDegrees(lat, lng)
  const hasUsualNames = latName === 'lat' && lngName === 'lng'
  if (!reading || hasUsualNames) return reading
  return { value: reading.value, form: 'other-names' }
}

function readPoint({ type, coordinates }: JsonObject): PositionReading | null {
  // A third number is the altitude.
  const isPoint = type === 'Point' && Array.isArray(coordinates) && coordinates.length >= 2
  if (!isPoint) return null
  const [lng, lat] = coordinates
  const reading = readDegrees(lat, lng)
  return reading && { value: reading.value, form: 'geojson' }
}

function readDegrees(lat: unknown, lng: unknown): PositionReading | null {
  const latitude = readNumber(lat)
  const longitude = readNumber(lng)
  if (!latitude || !longitude) return null
  const position = {
    lat: latitude.value,
    lng: longitude.value,
  }
  if (!isOnEarth(position)) return null
  return {
    value: nullIfUnset(position),
    form: latitude.form ?? longitude.form,
  }
}

// A receiver without a fix reports 0,0, in the sea south of Ghana: no place on the map.
function nullIfUnset(position: Position): Position | null {
  const isUnset = position.lat === 0 && position.lng === 0
  return isUnset ? null : position
}

/** `lat,lng` with at most six decimals (about 0.1 m), without exponents or trailing zeros. */
export function formatPosition({ lat, lng }: Position): string {
  return `${sixDecimals(lat)},${sixDecimals(lng)}`
}

function sixDecimals(degrees: number): string {
  const text = degrees.toFixed(6).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}
