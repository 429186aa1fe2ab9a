/**
 * `error`: the value cannot be used. `warning`: it is doubtful. `note`: a difference that the
 * interface allows, since it does not say which fields are required (§2.6).
 */
export type Severity = 'error' | 'warning' | 'note'

export const severities: readonly Severity[] = ['error', 'warning', 'note']

export type FindingKind =
  | 'missing'
  | 'null'
  | 'unknown'
  | 'other-type'
  | 'unreadable-time'
  | 'currency-code'
  | 'position-range'
  | 'price-without-currency'
  | 'totals-differ'
  | 'repeated-name'
  | 'digits-lost'

/** A difference between a record and the interface. */
export interface Finding {
  readonly severity: Severity
  readonly kind: FindingKind
  /** The field's path in the record, `totals.net`; empty for the record itself. */
  readonly path: string
  /** The value in a few words; contains text of the service, so show it as inert text. */
  readonly found: string
  readonly expected: string
  /** Section of the interface: `2.4`. */
  readonly section: string
}

const LONGEST_TEXT = 80

export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') {
    const clipped = value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
    return `the text ${JSON.stringify(clipped)}`
  }
  if (Array.isArray(value)) {
    return value.length === 1 ? 'an array of 1 value' : `an array of ${value.length} values`
  }
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number') return `the number ${value}`
  return `the value ${String(value)}`
}

export type SeverityCounts = Readonly<Record<Severity, number>>

export function countSeverities(findings: readonly Finding[]): SeverityCounts {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}
