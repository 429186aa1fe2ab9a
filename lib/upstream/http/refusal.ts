import { safeText } from '@/lib/format/text'
import type { Call } from '@/lib/upstream/endpoints'

/**
 * Fields that hold a sentence, the best first; after them any other that holds
 * one. Format: not shown (§7).
 */
const SENTENCES =
  'message detail description error_description msg reason title error errors'.split(' ')
/** Fields that name a parameter, as `{"field": "radius"}` and `{"loc": ["query", "radius"]}` do. */
const NAMING = new Set('param parameter field name loc path property pointer source'.split(' '))

/** Words for the parameters of our calls. Source: interface §4 */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  position: /(?<![a-z])(position|lat|latitude|lng|lon|longitude|coordinates?)(?![a-z])/i,
  radius: /(?<![a-z])(radius|distance)(?![a-z])/i,
  limit: /(?<!rate[ _-])(?<![a-z])(limit|page[ _-]?size|per[ _-]?page)(?![a-z])/i,
  cursor: /(?<![a-z])(cursor|page[ _-]?token)(?![a-z])/i,
  type: /(?<!(media|content|mime)[ _-])(?<![a-z])type(?![a-z])/i,
  our_ref: /our_ref/i,
}

const DEEPEST = 4
const MOST_PARTS = 3
const LONGEST_WORDS = 300

/**
 * @param beginning of the body, JSON or text; null where it could not be read
 * @param clean takes our key out of it
 * @returns `The service answered 400: “radius must be at most 5000”.`, as inert text without our
 * key, and the parameter that the service names; null where it names none, or several
 */
export function readRefusal(
  status: number,
  beginning: string | null,
  { query }: Pick<Call, 'query'>,
  clean: (text: string) => string,
) {
  const body = parse(clean(beginning ?? ''))
  const text = safeText(sentenceIn(body).replaceAll(/\s+/g, ' ').trim(), LONGEST_WORDS)
  const named = `${text} ${namesIn(body)}`
  const asked = Object.keys(PARAMETERS).filter((name) => query?.has(name))
  const parameters = asked.filter((name) => PARAMETERS[name]?.test(named))
  const says = text === '' ? '.' : `: “${text}”`
  return {
    detail: `The service answered ${status}${says}`,
    parameter: parameters.length === 1 ? (parameters[0] as string) : null,
  }
}

/** A page of HTML is a proxy's, and says nothing. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return /^\s*[<{[]/.test(text) ? null : text
  }
}

function sentenceIn(body: unknown, depth = 0): string {
  if (typeof body === 'string') return body
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return ''
  const entries = Object.entries(body)
  if (Array.isArray(body)) return joined(body.map((part) => sentenceIn(part, depth + 1)))
  for (const name of SENTENCES) {
    const sentence = sentenceIn(entries.find(([key]) => key.toLowerCase() === name)?.[1], depth + 1)
    if (sentence !== '') return sentence
  }
  // As in `{"errors": {"radius": ["is too large"]}}` and `{"code": "RADIUS_TOO_LARGE"}`.
  return joined(
    entries
      .map(([name, value]) => [name, sentenceIn(value, depth + 1)])
      .filter(([, sentence]) => sentence !== '')
      .map((pair) => pair.join(': ')),
  )
}

function namesIn(body: unknown, depth = 0): string {
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return ''
  return Object.entries(body)
    .map(([name, value]) => (NAMING.has(name) ? JSON.stringify(value) : namesIn(value, depth + 1)))
    .join(' ')
}

function joined(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)
    .join('; ')
}
