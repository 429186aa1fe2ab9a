const REPLACEMENT = '[secret]'

/** A shorter secret occurs within ordinary words, so that it is removed as a whole word only. */
export const SHORTEST_SECRET = 8
/** A shorter encoded form occurs in ordinary words. */
const SHORTEST_ENCODED = 6

/** A shorter run of letters and digits occurs in most texts: looking for it first saves nothing. */
const SHORTEST_RUN = 4

/** Signs before and after which a word goes on: `KB` is not a word of `KB-17`. */
const IN_WORD = '[\\p{L}\\p{N}_-]'

/** JSON holds these without quotes, where a replacement would make it unreadable. */
const JSON_LITERAL = /^(-?[\d.eE+]+|true|false|null)$/

interface Form {
  /** Letters and digits that no escape changes: quickly found not to be there. */
  readonly run: RegExp
  readonly pattern: RegExp
}

let last: { readonly text: string; readonly forms: readonly Form[] } | null = null

/**
 * Removes a secret from a text or from JSON: plain in any letter case, base64 (also within a longer
 * text), hex, and escaped as JSON, URLs and HTML do.
 */
export function redact(text: string, secret: string): string {
  if (last?.text !== secret) last = { text: secret, forms: formsOf(secret) }
  let clean = text
  for (const { run, pattern } of last.forms) {
    if (run.test(clean)) clean = clean.replace(pattern, REPLACEMENT)
  }
  return clean
}

function formsOf(secret: string): Form[] {
  const forms = [plainForm(secret)]
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  // That of "abc" are six digits, as of many a coordinate.
  if (hex.length >= SHORTEST_ENCODED) forms.push(plainForm(hex, secret.length < SHORTEST_SECRET))
  for (const offset of [0, 1, 2]) {
    const encodings = base64Of(bytes, offset).filter(({ length }) => length >= SHORTEST_ENCODED)
    forms.push(...encodings.map((digits) => base64Form(digits, offset)))
  }
  return forms
}

function plainForm(text: string, isWord = text.length < SHORTEST_SECRET): Form {
  const anywhere = escapable(text)
  const before = JSON_LITERAL.test(text) ? `${IN_WORD}|[:,[.]\\s*` : IN_WORD
  const asWord = `(?<!${before})${anywhere}(?!${IN_WORD})`
  return {
    run: new RegExp(longestRun(text), 'i'),
    pattern: new RegExp(isWord ? asWord : anywhere, 'giu'),
  }
}

/**
 * Form of base64 after `offset` other bytes: the digits beside those of the secret
 * alone share bits with it.
 */
function base64Form(digits: string, offset: number): Form {
  const before = offset === 0 ? '' : '[\\w+/-]{0,2}'
  return {
    run: new RegExp(longestRun(digits)),
    pattern: new RegExp(`${before}${escapable(digits)}[\\w+/-]?={0,2}`, 'gu'),
  }
}

/**
 * The digits that depend on the secret alone, after `offset` other bytes, in
 * both alphabets of base64.
 */
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
  let longest = ''
  for (const run of text.match(/[A-Za-z0-9]+/g) ?? []) {
    if (run.length >= SHORTEST_RUN && run.length > longest.length) longest = run
  }
  return longest
}

const ENTITIES: Record<string, string> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/**
 * Matches a text each of whose characters may be escaped, once or as part of an escaped address.
 */
function escapable(text: string): string {
  return [...text].map(escapableCharacter).join('')
}

function escapableCharacter(character: string): string {
  const code = character.charCodeAt(0)
  const hex = anyCase(code.toString(16).padStart(2, '0'))
  const forms = [
    /\w/.test(character) ? character : `\\\\?${literally(character)}`,
    `\\\\u00${hex}`,
    `%(?:25)?${hex}`,
    `&(?:${entitiesOf(character, code, hex).join('|')});`,
  ]
  return `(?:${forms.join('|')})`
}

function entitiesOf(character: string, code: number, hex: string): string[] {
  const numeric = [`#0*${code}`, `#[xX]0*${hex}`]
  const named = ENTITIES[character]
  return named ? [...numeric, named] : numeric
}

function literally(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}
