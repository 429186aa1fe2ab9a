import { expect, test } from 'vitest'
import type { Zone, ZoneCounts } from '@/lib/api/contract/zones'
import { beyondLimit } from '@/lib/format/zone-limits'
import { beyondInWords, emptyBoardInWords, onBoard, readingInWords, summaryOf } from './zone-words'

const zone = (name: string, fewestFree: number | null, mostFree: number | null): Zone => ({
  id: name,
  name,
  colour: 'blue',
  shape: { kind: 'circle', centre: { lat: 0, lng: 0 }, radius: 100 },
  fewestFree,
  mostFree,
})

const counts = (
  id: string,
  free: number,
  reading: ZoneCounts['reading'] = 'whole',
): ZoneCounts => ({
  id,
  reading,
  free,
  busy: 0,
  soonFree: null,
  reserved: 0,
  off: 0,
  unknown: 0,
  waiting: [],
})

test('a zone is under or over its limits, and not at them', () => {
  const limits = zone('Port', 2, 5)
  const beyond = [1, 2, 5, 8].map((free) => beyondLimit(limits, counts('Port', free)))
  expect(beyond).toEqual([{ side: 'under', by: 1 }, null, null, { side: 'over', by: 3 }])
  expect(beyondInWords({ side: 'under', by: 1 }, limits)).toBe('1 short: at least 2 free wanted')
  expect(beyondInWords({ side: 'over', by: 3 }, limits)).toBe('3 too many: at most 5 free wanted')
})

test('a zone that is read in part is never called short, and says so', () => {
  const limits = zone('Port', 2, 5)
  expect(beyondLimit(limits, counts('Port', 0, 'part'))).toBeNull()
  expect(beyondLimit(limits, counts('Port', 6, 'part'))).toEqual({ side: 'over', by: 1 })
  expect(readingInWords(counts('Port', 0, 'part'))).toContain('a shortage is not reported')
  expect(readingInWords(counts('Port', 0, 'none'))).toContain('Not read')
  expect(readingInWords(counts('Port', 0))).toBeNull()
})

test('the summary names the zones beyond their limits', () => {
  const zones = [zone('Port', 2, null), zone('Airport', null, 1), zone('Centre', 1, 9)]
  const board = onBoard(zones, [counts('Airport', 4), counts('Port', 0), counts('Centre', 3)])
  expect(summaryOf(board)).toBe('Short: Port (2). Too many: Airport (3).')
  expect(summaryOf(onBoard(zones, [counts('Centre', 3)]))).toBeNull()
})

test('a board is said to have no zones only where the desk has none', () => {
  const saved = [zone('Port', 1, null)]
  expect(emptyBoardInWords([], [])).toMatch(/^No zones yet\./)
  expect(emptyBoardInWords(saved, onBoard(saved, []))).toBe('Counting the vehicles in the zones …')
  expect(emptyBoardInWords(saved, onBoard(saved, [counts('Port', 6)]))).toBeNull()
})
