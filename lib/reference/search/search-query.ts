import { invalidParameter } from '@/lib/reference/answers'
import type { GapAnswers } from '@/lib/reference/gaps'
import type { Position } from '@/lib/reference/geo'

/** A search as applied: defaults filled in, limit and radius within bounds. */
type SearchQuery = ReturnType<typeof readSearchQuery>

const DEFAULT_RADIUS_METRES = 1000
const DEFAULT_LIMIT = 10
/** Set when the gap options bound the radius. */
const RADIUS_MAXIMUM_METRES = 50_000
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

/** Reads the parameters of §4.1. @throws RequestFault when one is missing, malformed or repeated */
export function readSearchQuery(params: URLSearchParams, answers: GapAnswers) {
  const one = (name: string) => oneParameter(params, name, answers)
  const type = one('type')
  if (type === '') throw invalidParameter(answers, 'type is empty')
  return {
    position: readPosition(one('position'), answers),
    radius: readRadius(one('radius'), answers),
    limit: readLimit(one('limit'), answers),
    type,
    cursor: one('cursor'),
  }
}

function readPosition(text: string | null, answers: GapAnswers): Position {
  if (text === null) throw invalidParameter(answers, 'position is missing, expected lat,lng')
  const [latText = '', lngText = '', ...more] = text.split(',')
  const lat = decimal(latText)
  const lng = decimal(lngText)
  const isOnEarth = Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  const isPair = more.length === 0
  if (isPair && isOnEarth) return { lat, lng }
  throw invalidParameter(
    answers,
    'position must be lat,lng: two decimal numbers within -90…90 and -180…180',
  )
}

/** In metres, within the service's maximum. */
function readRadius(text: string | null, answers: GapAnswers): number {
  const radius = text === null ? DEFAULT_RADIUS_METRES : decimal(text)
  const isPositive = radius > 0
  if (!isPositive) throw invalidParameter(answers, 'radius must be a positive number of metres')
  if (radius <= RADIUS_MAXIMUM_METRES) return radius
  if (answers.overRadius === 'honoured') return radius
  if (answers.overRadius === 'clamped') return RADIUS_MAXIMUM_METRES
  throw invalidParameter(answers, `radius must be at most ${RADIUS_MAXIMUM_METRES}`)
}

function readLimit(text: string | null, answers: GapAnswers): number {
  const limit = text === null ? DEFAULT_LIMIT : decimal(text)
  const isCount = limit > 0 && Number.isInteger(limit)
  if (!isCount) throw invalidParameter(answers, 'limit must be a whole number from 1')
  if (limit <= answers.limitMaximum) return limit
  if (answers.overLimit === 'clamped') return answers.limitMaximum
  throw invalidParameter(answers, `limit must be at most ${answers.limitMaximum}`)
}

/** @returns null when it was not sent. @throws RequestFault when it was sent twice */
export function oneParameter(
  params: URLSearchParams,
  name: string,
  answers: GapAnswers,
): string | null {
  const [value = null, ...more] = params.getAll(name)
  if (more.length === 0) return value
  throw invalidParameter(answers, `${name} is given more than once`)
}

/** The query as applied, in the order of the interface's sample: position, limit, radius (§2.5). */
export function echoQuery(query: SearchQuery, form: GapAnswers['queryEcho']): string {
  const { position, limit, radius, type } = query
  const comma = form === 'encoded' ? '%2C' : ','
  const parts = [
    `position=${position.lat}${comma}${position.lng}`,
    `limit=${limit}`,
    `radius=${radius}`,
  ]
  if (type !== null) parts.push(`type=${encodeURIComponent(type)}`)
  const text = parts.join('&')
  return form === 'question-mark' ? `?${text}` : text
}

/** NaN for a text that is no decimal number. */
function decimal(text: string): number {
  return DECIMAL.test(text) ? Number(text) : Number.NaN
}
