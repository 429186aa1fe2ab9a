import { problemKinds } from '@/lib/contract/problems'
import { isOurRef } from '@/lib/interface/identifiers'
import type { LookupOutcome } from '@/lib/queries/reference-lookup'
import type { ListRow } from './list-state'
import { REFERENCES_MAXIMUM } from './reference-list'

/** The part of the list that survives a reload: text and outcomes, and of a record only its id. */
export interface KeptList {
  readonly text: string
  readonly rows: readonly ListRow[]
  /** It was running and resumes by itself. */
  readonly isRunning: boolean
}

export function writeKeptList(list: KeptList): string {
  return JSON.stringify(list)
}

/** @returns null for anything but a list of this version */
export function parseKeptList(text: string | null): KeptList | null {
  if (text === null) return null
  try {
    const list = JSON.parse(text)
    if (typeof list.text !== 'string' || !Array.isArray(list.rows) || list.rows.length > REFERENCES_MAXIMUM)
      return null
    const rows = list.rows.map(parseRow)
    return rows.includes(null) ? null : { text: list.text, rows, isRunning: list.isRunning === true }
  } catch {
    return null
  }
}

function parseRow(row: unknown): ListRow | null {
  const { line, ourRef, outcome } = (row ?? {}) as Record<string, unknown>
  if (!Number.isInteger(line) || typeof ourRef !== 'string' || !isOurRef(ourRef)) return null
  return { line: line as number, ourRef, outcome: parseOutcome(outcome) }
}

// Unreadable outcomes are looked up again.
function parseOutcome(outcome: unknown): LookupOutcome | null {
  const { kind, vehicleId, problem } = (outcome ?? {}) as Record<string, unknown>
  if (kind === 'not-found') return { kind }
  if (kind === 'found' && typeof vehicleId === 'string' && vehicleId !== '') return { kind, vehicleId }
  const isKnown =
    typeof problem === 'string' && (problem === UNREACHABLE || Object.hasOwn(problemKinds, problem))
  return kind === 'failed' && isKnown ? ({ kind, problem } as LookupOutcome) : null
}

const UNREACHABLE = 'kerbside-unreachable'
