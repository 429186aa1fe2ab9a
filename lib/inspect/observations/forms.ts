/* Forms of texts and values of the service, without the values themselves. */

/**
 * `letters and digits, 32 to 63 characters`: the alphabet and length of a cursor, without its text.
 */
export function formOfCursor(cursor: unknown): string {
  if (typeof cursor !== 'string') return typeOf(cursor)
  const alphabet = alphabetOf(cursor)
  const above = 2 ** Math.ceil(Math.log2(cursor.length + 1))
  return `${alphabet}, ${above / 2} to ${above - 1} characters`
}

interface Alphabet {
  readonly name: string
  readonly pattern: RegExp
}

const ALPHABETS: readonly Alphabet[] = [
  { name: 'digits', pattern: /^\d+$/ },
  { name: 'UUID', pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i },
  { name: 'hexadecimal digits', pattern: /^[\da-f]+$/i },
  { name: 'letters and digits', pattern: /^[\da-z]+$/i },
  { name: 'URL-safe base64 letters', pattern: /^[\w-]+$/ },
  { name: 'base64 letters', pattern: /^[\da-z+/]+={0,2}$/i },
  { name: 'letters, digits and . _ ~ -', pattern: /^[\da-z._~-]+$/i },
]

function alphabetOf(text: string): string {
  const alphabet = ALPHABETS.find(({ pattern }) => pattern.test(text))
  return alphabet?.name ?? 'other characters'
}

/** `?position=n%2Cn&limit=n`: an echoed query without its values. */
export function formOfQuery(query: unknown): string {
  if (typeof query !== 'string') return typeOf(query)
  const mark = query.startsWith('?') ? '?' : ''
  const pairs = query.slice(mark.length).split('&')
  const shown = pairs.slice(0, FIELDS_SHOWN)
  const forms = shown.map(formOfPair)
  return mark + forms.join('&')
}

// One number, or two with a comma between, which may be encoded.
const NUMBERS = /^-?[\d.]+(?:(,|%2C)-?[\d.]+)?$/i

function formOfPair(pair: string): string {
  const equals = pair.indexOf('=')
  if (equals < 0) return fieldName(pair)
  const name = fieldName(pair.slice(0, equals))
  const value = pair.slice(equals + 1)
  const form = formOfNumbers(value)
  return `${name}=${form}`
}

/** `n`, `n,n`, `n%2Cn`; `…` for anything else. */
function formOfNumbers(text: string): string {
  const numbers = NUMBERS.exec(text)
  if (numbers === null) return '…'
  const [, comma] = numbers
  return comma === undefined ? 'n' : `n${comma}n`
}

const FIELDS_SHOWN = 10
const DEEPEST = 3

/** `{error: {code: text, message: text}}`: field names and types. */
export function formOfJson(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return typeOf(value)
  const isDeepest = depth === DEEPEST
  if (Array.isArray(value)) {
    if (isDeepest) return '[…]'
    if (value.length === 0) return '[]'
    const first = formOfJson(value[0], depth + 1)
    return `[${first}]`
  }
  if (isDeepest) return '{…}'
  const fields = Object.entries(value)
  const shown = fields.slice(0, FIELDS_SHOWN)
  const forms = shown.map(([name, inner]) => {
    const form = formOfJson(inner, depth + 1)
    return `${fieldName(name)}: ${form}`
  })
  if (fields.length > FIELDS_SHOWN) forms.push('…')
  return `{${forms.join(', ')}}`
}

/** `text`, `number`, `null`, `absent`, …; `object` and `array` without their contents. */
export function typeOf(value: unknown): string {
  if (value === undefined) return 'absent'
  if (value === null) return 'null'
  if (value === '') return 'empty text'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' ? 'text' : typeof value
}

/**
 * A name in the form of a field name, else `…`: a key may be data, such as
 * an e-mail address or an id.
 */
export function fieldName(name: string): string {
  const isFieldName = /^[a-z_][a-z_-]{0,39}$/i.test(name)
  return isFieldName ? name : '…'
}

/** The form of a header's value: `n`, `HTTP date`, `n;w=n`. */
export function formOfHeader(text: string): string {
  const isDate = /^[A-Z][a-z]{2}, .* GMT$/.test(text)
  if (isDate) return 'HTTP date'
  const isPlain = /^[\w\s;=,".-]{1,60}$/.test(text)
  const hasLongWord = /[a-z]{12}/i.test(text)
  if (!isPlain || hasLongWord) return 'another text'
  return text.replaceAll(/\d+(\.\d+)?/g, 'n')
}
