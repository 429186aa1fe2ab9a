import type { Finding } from './finding'

/** A detail of a JSON text that parsing loses. */
export interface Loss {
  readonly kind: 'repeated-name' | 'digits-lost'
  /** Names, and indices of arrays. */
  readonly path: readonly (string | number)[]
  /** The name or number as written. */
  readonly written: string
}

// Bounds the list for a hostile text.
const MOST_LOSSES = 10_000

/**
 * Finds names that are repeated in an object, where parsers keep the last, and numbers with more digits than a double.
 * @param text valid JSON
 */
export function lossesOf(text: string): Loss[] {
  const losses: Loss[] = []
  // For each open object the names so far (null for an array), and the current step into it.
  const open: { readonly names: Set<string> | null; step: string | number }[] = []
  const add = (kind: Loss['kind'], written: string) =>
    losses.push({ kind, path: open.map(({ step }) => step), written })
  for (let at = 0; at < text.length && losses.length < MOST_LOSSES; ) {
    const sign = text[at] as string
    const inner = open.at(-1)
    if (sign === '"') {
      const end = endOfString(text, at)
      if (inner?.names && isName(text, end)) {
        const name = nameOf(text.slice(at, end))
        inner.step = name
        if (inner.names.has(name)) add('repeated-name', name)
        inner.names.add(name)
      }
      at = end
      continue
    }
    if (sign === '-' || (sign >= '0' && sign <= '9')) {
      NUMBER.lastIndex = at
      NUMBER.test(text)
      const written = text.slice(at, NUMBER.lastIndex)
      if (losesDigits(written)) add('digits-lost', written)
      at = NUMBER.lastIndex
      continue
    }
    if (sign === '{') open.push({ names: new Set(), step: '' })
    else if (sign === '[') open.push({ names: null, step: 0 })
    else if (sign === '}' || sign === ']') open.pop()
    else if (sign === ',' && inner && typeof inner.step === 'number') inner.step += 1
    at++
  }
  return losses
}

/**
 * Losses as findings, with paths inside the record.
 * @param within path of the record in its text; empty for a bare record
 */
export function findingsOfLosses(losses: readonly Loss[], within: Loss['path']): Finding[] {
  return losses.map(({ kind, path, written }) => ({
    severity: 'warning',
    kind,
    path: path.slice(within.every((step, at) => step === path[at]) ? within.length : 0).join('.'),
    ...(kind === 'repeated-name'
      ? { found: 'the name more than once; the last value is taken', expected: 'each field once' }
      : {
          found: `the number ${clip(written)}, which is read as ${Number(written)}`,
          expected: 'a number; its number of digits is not specified',
        }),
    section: '2.4',
  }))
}

const NUMBER = /[-+.\deE]+/y
// A double preserves this number of digits.
const SAFE_DIGITS = 15
// No double is written with more.
const LONGEST_NUMBER = 1_000
const LONGEST_SHOWN = 60

function losesDigits(written: string): boolean {
  if (written.length <= SAFE_DIGITS && !/e/i.test(written)) return false
  return written.length > LONGEST_NUMBER || decimalOf(written) !== decimalOf(String(Number(written)))
}

/** Digits and exponent: `1.50` and `15e-1` are equal. @returns null for another text */
function decimalOf(written: string): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = digits.replace(/0+$/, '')
  if (kept === '') return '0'
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

function clip(written: string): string {
  return written.length > LONGEST_SHOWN ? `${written.slice(0, LONGEST_SHOWN)}…` : written
}

/** @returns the index after the closing quote */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

function isName(text: string, end: number): boolean {
  let at = end
  while (at < text.length && ' \n\r\t'.includes(text[at] as string)) at++
  return text[at] === ':'
}

function nameOf(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
}
