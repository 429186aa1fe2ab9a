const REPLACEMENT = '[secret]'

/** A shorter run of letters and digits occurs in ordinary words: searching for it saves nothing. */
const SHORTEST_RUN = 4
const SHORTEST_FORM = 6

interface Form {
  /** Letters and digits that no escape changes; every occurrence of the form contains them. */
  readonly run: string
  readonly pattern: RegExp
}

let last: { readonly text: string; readonly forms: readonly Form[] } | null = null

/**
 * Removes a secret from a text or from JSON: plain, base64 (also within a longer text), hex, and escaped as JSON, URLs
 * and HTML do.
 */
export function redact(text: string, secret: string): string {
  if (last?.text !== secret) last = { text: secret, forms: formsOf(secret) }
  return last.forms.reduce(
    (clean, { run, pattern }) =>
      clean.includes(run) ? clean.replace(pattern, REPLACEMENT) : clean,
    text,
  )
}

function formsOf(text: string): Form[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const encoded = [
    ...[hex, hex.toUpperCase()].map((digits) => ({ digits, before: '', after: '' })),
    // The digits beside those of the secret alone share bits with it.
    ...[0, 1, 2].flatMap((offset) =>
      base64Of(bytes, offset).map((digits) => ({
        ...{ digits, after: '[\\w+/-]?={0,2}' },
        before: offset === 0 ? '' : '[\\w+/-]{0,2}',
      })),
    ),
  ]
  // A short form of a short secret would be found in ordinary words.
  const found = encoded.filter(({ digits }) => digits.length >= SHORTEST_FORM)
  return [{ digits: text, before: '', after: '' }, ...found].map(({ digits, before, after }) => ({
    run: longestRun(digits),
    pattern: new RegExp(before + escapable(digits) + after, 'g'),
  }))
}

/** The digits that depend on the secret alone, after `offset` other bytes, in both alphabets of base64. */
function base64Of(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
  const forms = (['base64', 'base64url'] as const).map((encoding) => {
    const digits = padded.toString(encoding).replace(/=+$/, '')
    return digits.slice(Math.ceil((offset * 4) / 3), -1)
  })
  return [...new Set(forms)]
}

/** Empty when there is none of SHORTEST_RUN. */
function longestRun(text: string): string {
  const runs = (text.match(/[A-Za-z0-9]+/g) ?? []).filter(({ length }) => length >= SHORTEST_RUN)
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '')
}

const ENTITIES: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** Matches a text each of whose characters may be escaped, once or as part of an escaped address. */
function escapable(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.charCodeAt(0)
      const hex = anyCase(code.toString(16).padStart(2, '0'))
      const plain = /\w/.test(character) ? character : `\\\\?\\${character}`
      const entity = ENTITIES[character] ? `|${ENTITIES[character]}` : ''
      return `(?:${plain}|\\\\u00${hex}|%(?:25)?${hex}|&(?:#0*${code}|#[xX]0*${hex}${entity});)`
    })
    .join('')
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
