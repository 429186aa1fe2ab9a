import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { searchParameters } from '@/lib/interface/search'
import { Secret } from './secret'

// Messages are the end of a sentence that begins with the name of the variable. Where a value may
// hold a password or a key, also by mistake, its message does not repeat it.

export class Refusal extends Error {}

export function refuse(message: string): never {
  throw new Refusal(message)
}

/** Refuses with the value, which is no secret. */
function refuseShown(message: string, text: string): never {
  refuse(`${message}; it is ${JSON.stringify(text)}`)
}

export function text(text: string): string {
  return text
}

export function secret(text: string): Secret {
  return new Secret(text)
}

// Digits only: `0x50`, `1e3` and `+5` are numbers to JavaScript too.
const WHOLE = /^\d+$/
const DECIMAL = /^\d+(\.\d+)?$/

export function wholeNumber(least: number, largest: number) {
  const description = `a whole number from ${least} to ${largest}`
  return numberOf({ form: WHOLE, least, largest, description })
}

export function decimal(least: number, largest: number) {
  const description = `a number from ${least} to ${largest}, such as 1.3`
  return numberOf({ form: DECIMAL, least, largest, description })
}

interface NumberRange {
  readonly form: RegExp
  readonly least: number
  readonly largest: number
  /** The end of "must be …". */
  readonly description: string
}

function numberOf({ form, least, largest, description }: NumberRange) {
  return (text: string): number => {
    const number = form.test(text) ? Number(text) : Number.NaN
    const isInRange = number >= least && number <= largest
    if (isInRange) return number
    return refuseShown(`must be ${description}`, text)
  }
}

export function oneOf<const T extends string>(...words: readonly T[]) {
  const allButLast = words.slice(0, -1).join(', ')
  const allowed = `${allButLast} or ${words.at(-1)}`
  return (text: string): T => {
    const given = words.find((word) => word === text)
    if (given !== undefined) return given
    return refuseShown(`must be ${allowed}`, text)
  }
}

const CONTROL_CHARACTER = /\p{Cc}/u

export function words(text: string): string[] {
  const words = listOf(text)
  if (words.every(isWord)) return words
  return refuse('must be words separated by commas, such as free,vrij; it has an empty one')
}

function isWord(text: string): boolean {
  return text !== '' && !CONTROL_CHARACTER.test(text)
}

export function listOf(text: string): string[] {
  const items = text.split(',')
  return items.map((item) => item.trim())
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/

/**
 * The key's text. Its format is not documented (§5), so everything that a
 * header can carry is accepted.
 */
export function apiKey(text: string): Secret {
  const key = text.trim()
  if (key === '') refuse('holds no key: it is empty or only white space')
  if (VISIBLE_ASCII.test(key)) return new Secret(key)
  return refuse(
    'holds characters that no header can carry; allowed are visible ASCII characters without spaces',
  )
}

/** `lat,lng`. @param largestLatitude in degrees, north or south */
export function positionWithin(largestLatitude: number) {
  return (text: string): Position => {
    const position = parsePosition(text)
    if (!position) {
      return refuseShown('must be lat,lng in degrees, such as 51.509865,-0.118092', text)
    }
    const isWithin = Math.abs(position.lat) <= largestLatitude
    if (isWithin) return position
    return refuse(`must be within ${largestLatitude} degrees of the equator; it is ${text}`)
  }
}

// Leaflet inserts the attribution as HTML.
export function attribution(text: string): string {
  if (/^[^<>\p{Cc}]*$/u.test(text)) return text
  return refuse('must be one line of plain text without < and >')
}

/** Areas that are swept every 30 seconds. */
export const AREAS_MAXIMUM = 20

interface RecordedArea {
  readonly position: Position
  /** In metres. */
  readonly radius: number
  readonly type: string | null
}

/**
 * Searches as GET /api/live has them: `lat,lng,radius` or
 * `lat,lng,radius,type`, separated by semicolons.
 */
export function areas(text: string): RecordedArea[] {
  const parts = text.split(';')
  const filled = parts.filter((part) => part.trim() !== '')
  if (filled.length > AREAS_MAXIMUM) {
    refuse(`has ${filled.length} areas, ${AREAS_MAXIMUM} at most are allowed`)
  }
  return filled.map(areaOf)
}

function areaOf(text: string): RecordedArea {
  const [lat = '', lng = '', metres = '', type = '', ...more] = listOf(text)
  const position = parsePosition(`${lat},${lng}`)
  const radius = searchParameters.radius.parse(metres)
  const isArea = position !== null && radius !== null && more.length === 0
  if (isArea) {
    return {
      position,
      radius,
      type: type === '' ? null : type,
    }
  }
  const shown = JSON.stringify(text.trim())
  return refuse(
    `must be lat,lng,radius or lat,lng,radius,type, such as 51.5,-0.1,2000,taxi, separated by semicolons; one is ${shown}`,
  )
}

const SHORTEST_SECRET = 32

export function cookieSecret(text: string): Secret {
  if (text.length >= SHORTEST_SECRET) return new Secret(text)
  return refuse(
    `must have at least ${SHORTEST_SECRET} characters; it has ${text.length}. Make one with: openssl rand -base64 32`,
  )
}
