/** Stands for the secret; needs no escape in JSON. */
const REPLACEMENT = '[secret]'

/** A shorter run of letters and digits occurs in ordinary words: searching for it saves nothing. */
const SHORTEST_RUN = 4
const SHORTEST_FORM = 6

interface Form {
  /** Letters and digits that no escape changes; every occurrence of the form contains them. */
  readonly run: string
  readonly pattern: RegExp
  /** Digits before the match that share bits with the secret. */
  readonly sharedDigits: number
}

interface Secret {
  readonly text: string
  readonly forms: readonly Form[]
}

let last: Secret | null = null

/**
 * Removes a secret from a text or from JSON: plain, base64 (also within a longer text), hex, and escaped as JSON, URLs
 * and HTML do.
 */
export function redact(text: string, secret: string): string {
  if (last?.text !== secret) last = prepare(secret)
  return last.forms.reduce(
    (clean, form) => (clean.includes(form.run) ? replaceAll(clean, form) : clean),
    text,
  )
}

function prepare(text: string): Secret {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  const encoded = [hex, hex.toUpperCase()].map((form) => ({ form, offset: null }))
  const base64 = [0, 1, 2].flatMap((offset) =>
    [...new Set(base64Of(bytes, offset))].map((form) => ({ form, offset })),
  )
  const forms = [
    formOf(text),
    // A short form of a short secret would be found in ordinary words.
    ...[...encoded, ...base64]
      .filter(({ form }) => form.length >= SHORTEST_FORM)
      .map(({ form, offset }) => formOf(form, offset)),
  ]
  return { text, forms }
}

/** @param offset of base64: bytes before the secret, whose digits share bits with it, as those after it do */
function formOf(form: string, offset: number | null = null): Form {
  const pattern = offset === null ? escapable(form) : `${escapable(form)}[\\w+/=-]{0,3}`
  return { run: longestRun(form), pattern: new RegExp(pattern, 'g'), sharedDigits: offset ? 2 : 0 }
}

function replaceAll(text: string, { pattern, sharedDigits }: Form): string {
  let clean = ''
  let from = 0
  for (const match of text.matchAll(pattern)) {
    let end = match.index
    while (end > from && match.index - end < sharedDigits && /[\w+/-]/.test(text.charAt(end - 1))) end--
    clean += text.slice(from, end) + REPLACEMENT
    from = match.index + match[0].length
  }
  return clean + text.slice(from)
}

/** The digits that depend on the secret alone, after `offset` other bytes, in both alphabets of base64. */
function base64Of(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
  return (['base64', 'base64url'] as const).map((encoding) => {
    const digits = padded.toString(encoding).replace(/=+$/, '')
    return digits.slice(Math.ceil((offset * 4) / 3), -1)
  })
}

/** Empty when there is none of SHORTEST_RUN. */
function longestRun(text: string): string {
  const runs = (text.match(/[A-Za-z0-9]+/g) ?? []).filter(({ length }) => length >= SHORTEST_RUN)
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '')
}

const ENTITIES: Readonly<Record<string, string>> = {
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
