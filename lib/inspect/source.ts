import { visit } from 'jsonc-parser'
import { clip } from '@/lib/interface/clip'
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
 * Names repeated in an object, where parsers keep the last, and numbers with
 * more digits than a double.
 */
export function lossesOf(text: string): Loss[] {
  const losses: Loss[] = []
  const open: Set<string>[] = []
  const add = (kind: Loss['kind'], written: string, path: Loss['path']) => {
    if (losses.length < MOST_LOSSES) losses.push({ kind, path, written })
  }
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, _at, _length, _line, _column, pathOf) {
      const names = open.at(-1)
      if (names?.has(name)) add('repeated-name', name, [...pathOf(), name])
      names?.add(name)
    },
    onLiteralValue(value, at, length, _line, _column, pathOf) {
      const written = text.slice(at, at + length)
      if (typeof value === 'number' && losesDigits(written)) add('digits-lost', written, pathOf())
    },
  })
  return losses
}

/** Losses as findings. @param within path of the record in its text; empty for a bare record */
export function findingsOfLosses(losses: readonly Loss[], within: Loss['path']): Finding[] {
  return losses.map((loss) => {
    const isInRecord = within.every((step, at) => step === loss.path[at])
    const path = isInRecord ? loss.path.slice(within.length) : loss.path
    return {
      severity: 'warning',
      kind: loss.kind,
      path: path.join('.'),
      found: lossInWords(loss),
      expected:
        loss.kind === 'repeated-name'
          ? 'each field once'
          : 'a number; its number of digits is not specified',
      section: '2.4',
    }
  })
}

function lossInWords({ kind, written }: Loss): string {
  if (kind === 'repeated-name') return 'the name more than once; the last value is taken'
  const number = clip(written, LONGEST_SHOWN)
  return `the number ${number}, of which most readers of JSON keep ${Number(written)}`
}

// A double preserves this number of digits.
const SAFE_DIGITS = 15
// No double is written with more.
const LONGEST_NUMBER = 1_000
const LONGEST_SHOWN = 60

function losesDigits(written: string): boolean {
  if (written.length <= SAFE_DIGITS && !/e/i.test(written)) return false
  if (written.length > LONGEST_NUMBER) return true
  const kept = String(Number(written))
  return decimalOf(written) !== decimalOf(kept)
}

/** Digits and exponent: `1.50` and `15e-1` are equal. @returns null for another text */
function decimalOf(written: string): string | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const trailingZeros = digits.length - significant.length
  const power = Number(exponent) - fraction.length + trailingZeros
  return `${sign}${significant}e${power}`
}
