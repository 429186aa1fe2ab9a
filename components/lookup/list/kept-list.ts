import { problemKinds } from '@/lib/contract/problems'
import { isOurRef } from '@/lib/interface/identifiers'
import type { ListRow, RowOutcome } from './list-state'
import { REFERENCES_MAXIMUM } from './reference-list'

/** The part of the list that survives a reload: text and outcomes, and of a record only its id. */
export interface KeptList {
  readonly text: string
  readonly rows: readonly ListRow[]
  /** It was running and resumes by itself. */
  readonly isRunning: boolean
}

export function writeKeptList(list: KeptList): string {
  const rows = list.rows.map((row) =>
    row.outcome?.kind === 'found'
      ? { ...row, outcome: { kind: 'found', vehicleId: row.outcome.vehicleId } }
      : row,
  )
  return JSON.stringify({ ...list, rows })
}

/** @returns null for anything but a list of this version */
export function parseKeptList(text: string | null): KeptList | null {
  if (text === null) return null
  try {
    const list = JSON.parse(text)
    if (
      typeof list.text !== 'string' ||
      !Array.isArray(list.rows) ||
      list.rows.length > 2 * REFERENCES_MAXIMUM
    )
      return null
    const rows = list.rows.map(parseRow)
    return rows.includes(null) ? null : { text: list.text, rows, isRunning: list.isRunning === true }
  } catch {
    return null
  }
}

function parseRow(row: unknown): ListRow | null {
  const { line, ourRef, outcome: given } = (row ?? {}) as Record<string, unknown>
  if (!Number.isInteger(line) || typeof ourRef !== 'string') return null
  const outcome = parseOutcome(given)
  if (outcome?.kind !== 'skipped' && !isOurRef(ourRef)) return null
  return { line: line as number, ourRef, outcome }
}

// Unreadable outcomes are looked up again.
function parseOutcome(outcome: unknown): RowOutcome | null {
  const { kind, vehicleId, problem, detail, why } = (outcome ?? {}) as Record<string, unknown>
  if (kind === 'skipped' && typeof why === 'string') return { kind, why }
  if (kind === 'not-found') return { kind }
  if (kind === 'found' && typeof vehicleId === 'string' && vehicleId !== '') return { kind, vehicleId }
  const isKnown =
    typeof problem === 'string' && (problem === UNREACHABLE || Object.hasOwn(problemKinds, problem))
  const kept = { kind, problem, ...(typeof detail === 'string' && { detail }) }
  return kind === 'failed' && isKnown ? (kept as RowOutcome) : null
}

const UNREACHABLE = 'kerbside-unreachable'
