import { safeText } from '@/lib/format/text'

/**
 * Fields that hold a sentence, the best first; after them any other that holds
 * one. Format: not shown (§7).
 */
const SENTENCE_FIELDS = [
  'message',
  'detail',
  'description',
  'error_description',
  'msg',
  'reason',
  'title',
  'error',
  'errors',
]
/** Fields that name a parameter, as `{"field": "radius"}` and `{"loc": ["query", "radius"]}` do. */
const NAME_FIELDS = new Set([
  'param',
  'parameter',
  'field',
  'name',
  'loc',
  'path',
  'property',
  'pointer',
  'source',
])

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

interface RefusalInWords {
  /** `The service answered 400: “radius must be at most 5000”`, as inert text without our key. */
  readonly detail: string
  /** The parameter that the service names; null where it names none, or several. */
  readonly parameter: string | null
}

/**
 * @param beginning of the body, JSON or text; null where it could not be read
 * @param query of the call
 * @param clean removes our key from it
 */
export function readRefusal(
  status: number,
  beginning: string | null,
  query: URLSearchParams | undefined,
  clean: (text: string) => string,
): RefusalInWords {
  const body = parse(clean(beginning ?? ''))
  const sentence = sentenceIn(body).replaceAll(/\s+/g, ' ').trim()
  const text = safeText(sentence, LONGEST_WORDS)
  const namesAndText = `${text} ${namesIn(body)}`
  const parameters = Object.keys(PARAMETERS).filter(
    (name) => query?.has(name) && PARAMETERS[name]?.test(namesAndText),
  )
  const ending = text === '' ? '.' : `: “${text}”`
  return {
    detail: `The service answered ${status}${ending}`,
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
  if (Array.isArray(body)) return joined(body.map((part) => sentenceIn(part, depth + 1)))

  const entries = Object.entries(body)
  for (const field of SENTENCE_FIELDS) {
    const entry = entries.find(([name]) => name.toLowerCase() === field)
    const sentence = sentenceIn(entry?.[1], depth + 1)
    if (sentence !== '') return sentence
  }

  // As in `{"errors": {"radius": ["is too large"]}}` and `{"code": "RADIUS_TOO_LARGE"}`.
  const sentences: string[] = []
  for (const [name, value] of entries) {
    const sentence = sentenceIn(value, depth + 1)
    if (sentence !== '') sentences.push(`${name}: ${sentence}`)
  }
  return joined(sentences)
}

function namesIn(body: unknown, depth = 0): string {
  if (typeof body !== 'object' || body === null || depth > DEEPEST) return ''
  const names: string[] = []
  for (const [field, value] of Object.entries(body)) {
    names.push(NAME_FIELDS.has(field) ? JSON.stringify(value) : namesIn(value, depth + 1))
  }
  return names.join(' ')
}

function joined(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)
    .join('; ')
}
