import { createFinder } from './find-any'

/** Stands for the secret; needs no escape in JSON. */
const REPLACEMENT = '[secret]'

/** A shorter run of letters and digits occurs in ordinary words: searching for it saves nothing. */
const SHORTEST_RUN = 4

interface Pattern {
  readonly secret: string
  /** Searches for runs of letters and digits, one of which every form contains; null where one is too short. */
  readonly mayContain: ((text: string) => boolean) | null
  readonly forms: RegExp
}

let last: Pattern | null = null

/**
 * Removes a secret from a text or from JSON: plain, base64 (also within a longer text), hex, and escaped as JSON, URLs
 * and HTML do. A text without it costs one search.
 */
export function redact(text: string, secret: string): string {
  if (last?.secret !== secret) last = patternOf(secret)
  const { mayContain, forms } = last
  return mayContain && !mayContain(text) ? text : text.replace(forms, REPLACEMENT)
}

function patternOf(secret: string): Pattern {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const base64 = [0, 1, 2].flatMap((offset) => base64Of(bytes, offset))
  const runs = [...new Set([secret, ...base64, hex, hex.toUpperCase()].map(longestRun))]
  const isFindable = runs.every((run) => run.length >= SHORTEST_RUN)
  const forms = [
    escapable(secret),
    // The digits at both ends share bits with the secret's neighbours.
    ...base64.map((digits) => `[\\w+/-]{0,2}${escapable(digits)}[\\w+/=-]{0,3}`),
    anyCase(hex),
  ]
  return {
    secret,
    mayContain: isFindable ? createFinder(runs) : null,
    forms: new RegExp(forms.join('|'), 'g'),
  }
}

/** The digits that depend on the secret alone, after `offset` other bytes, in both alphabets of base64. */
function base64Of(bytes: Buffer, offset: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
  return (['base64', 'base64url'] as const).map((encoding) => {
    const digits = padded.toString(encoding).replace(/=+$/, '')
    return digits.slice(Math.ceil((offset * 4) / 3), -1)
  })
}

function longestRun(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (best, run) => (run.length > best.length ? run : best),
    '',
  )
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
