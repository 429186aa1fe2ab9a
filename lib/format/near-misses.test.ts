import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isOurRef } from '@/lib/interface/identifiers'
import { MOST_SPELLINGS, nearMisses } from './near-misses'

it.each([
  ['kb-17', 'KB-17'],
  ['KB 17', 'KB-17'],
  ['KB-17 ', 'KB-17'],
  ['\u00a0KB-17', 'KB-17'],
  ['KB\u201117', 'KB-17'],
  ['KB–17', 'KB-17'],
  ['KB −17', 'KB-17'],
  ['ＫＢ－１７', 'KB-17'],
  ['KB-\u200b17', 'KB-17'],
  ['\u202aKB-17\u202c', 'KB-17'],
  ['kb17', 'KB-17'],
  ['KB-17', 'KB17'],
  ['KB-17', 'KB 17'],
  ['Depot/7', 'depot/7'],
  ["'kb-17", 'kb-17'],
])('%j may be meant for %j', (typed, meant) => expect(nearMisses(typed)).toContain(meant))

it('of a bare number has the beginnings of other references with it; first is what only looks the same', () => {
  expect(nearMisses('17', ['KB-173', 'KB-178', 'T-117', '1700', 'spare'])).toEqual([
    'KB-17',
    'T-17',
  ])
  expect(nearMisses('KB\u201117 ')[0]).toBe('KB-17')
})

it('names few, each once, none of them as typed and none that cannot be asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (typed) => {
      const candidates = nearMisses(typed)
      expect(candidates.length).toBeLessThanOrEqual(MOST_SPELLINGS)
      expect(new Set(candidates).size).toBe(candidates.length)
      expect(candidates).not.toContain(typed)
      for (const candidate of candidates) expect(isOurRef(candidate)).toBe(true)
    }),
    { numRuns: 50 },
  )
})
