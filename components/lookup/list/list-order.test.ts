import { describe, expect, it } from 'vitest'
import { AS_LISTED, type ListSort, sortRows } from './list-order'
import type { ListRow } from './list-state'

const rows: readonly ListRow[] = [
  { line: 1, ourRef: 'KB-10', outcome: { kind: 'found', vehicleId: 'v-10' } },
  { line: 2, ourRef: 'KB-9', outcome: null },
  { line: 4, ourRef: 'سيارة 7', outcome: { kind: 'failed', problem: 'upstream-timeout' } },
  { line: 5, ourRef: 'kb-2', outcome: { kind: 'not-found' } },
  { line: 6, ourRef: 'KB-1', outcome: { kind: 'found', vehicleId: 'v-1' } },
]
const linesBy = (sort: ListSort) => sortRows(rows, sort).map(({ line }) => line)

describe('the lines are sorted', () => {
  it('as they were listed, or from the last', () => {
    expect(linesBy(AS_LISTED)).toEqual([1, 2, 4, 5, 6])
    expect(linesBy({ by: 'line', descending: true })).toEqual([6, 5, 4, 2, 1])
  })

  it('by reference, numbers inside it by their size', () => {
    expect(linesBy({ by: 'our_ref', descending: false })).toEqual([6, 5, 2, 1, 4])
  })

  it('by result, what needs a look first, and alike ones as listed either way round', () => {
    expect(linesBy({ by: 'result', descending: false })).toEqual([4, 5, 2, 1, 6])
    expect(linesBy({ by: 'result', descending: true })).toEqual([1, 6, 2, 5, 4])
  })
})
