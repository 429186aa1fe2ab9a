import { invalidParameter } from '@/lib/reference/answers'
import type { GapAnswers } from '@/lib/reference/gaps'

/** A search as applied: defaults filled in, limit and radius within bounds. */
type SearchQuery = ReturnType<typeof readSearchQuery>

const DEFAULT_RADIUS_METRES = 1000
const DEFAULT_LIMIT = 10
/** Set when the gap options bound the radius. */
const RADIUS_MAXIMUM_METRES = 50_000
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)$/

/** Reads the parameters of §4.1. @throws RequestFault when one is missing, malformed or repeated */
export function readSearchQuery(params: URLSearchParams, answers: GapAnswers) {
  const invalid = (message: string) => invalidParameter(answers, message)
  const one = (name: string) => oneParameter(params, name, answers)

  const position = one('position')
  if (position === null) throw invalid('position is missing, expected lat,lng')
  const [lat = '', lng = '', ...more] = position.split(',')
  const latitude = decimal(lat)
  const longitude = decimal(lng)
  if (more.length > 0 || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180))
    throw invalid('position must be lat,lng: two decimal numbers within -90…90 and -180…180')

  let radius = decimal(one('radius') ?? String(DEFAULT_RADIUS_METRES))
  if (!(radius > 0)) throw invalid('radius must be a positive number of metres')
  if (radius > RADIUS_MAXIMUM_METRES && answers.overRadius !== 'honoured') {
    if (answers.overRadius === 'rejected')
      throw invalid(`radius must be at most ${RADIUS_MAXIMUM_METRES}`)
    radius = RADIUS_MAXIMUM_METRES
  }

  let limit = decimal(one('limit') ?? String(DEFAULT_LIMIT))
  if (!(limit > 0) || !Number.isInteger(limit)) throw invalid('limit must be a whole number from 1')
  if (limit > answers.limitMaximum) {
    if (answers.overLimit === 'rejected')
      throw invalid(`limit must be at most ${answers.limitMaximum}`)
    limit = answers.limitMaximum
  }

  const type = one('type')
  if (type === '') throw invalid('type is empty')
  return { position: { lat: latitude, lng: longitude }, radius, limit, type, cursor: one('cursor') }
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
  const filter = type === null ? '' : `&type=${encodeURIComponent(type)}`
  const text = `position=${position.lat}${comma}${position.lng}&limit=${limit}&radius=${radius}${filter}`
  return form === 'question-mark' ? `?${text}` : text
}

const decimal = (text: string) => (DECIMAL.test(text) ? Number(text) : Number.NaN)
