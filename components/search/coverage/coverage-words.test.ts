import { expect, it } from 'vitest'
import type { LiveMeta } from '@/lib/api/contract/live'
import { areaOf } from '@/lib/testing/search-area'
import { areaCount, coverageInWords, gapsIn, isWholeArea, remarksOn } from './coverage-words'

function describe(meta: Partial<LiveMeta>): string[] {
  const whole = { ...areaOf([]).meta, ...meta }
  return [coverageInWords(whole).join(''), ...gapsIn(whole), ...remarksOn(whole, 5)]
}

it('gives the number of vehicles when the last page was read', () => {
  expect(describe({ loaded: 40, about: 40 })).toEqual(['40 vehicles'])
  expect(describe({ loaded: 1, about: null })).toEqual(['1 vehicle'])
  expect(describe({ loaded: 1050, about: 1100 })).toEqual(['1,050 vehicles'])
  expect(describe({ loaded: 40, about: 40, unseen: 3 })[0]).toBe(
    '40 vehicles, some could not be read',
  )
  const leftOut = ['0 vehicles, 40 left out', '40 vehicles left out: without a readable id.']
  expect(describe({ loaded: 0, about: 40, dropped: 40 })).toEqual(leftOut)
  expect(describe({ loaded: 2, about: 4 })).toEqual(['2 vehicles'])
})

it('says where vehicles may be missing from a list that changed while it was read', () => {
  const unsettled = { loaded: 40, about: 40, unseen: 3, isSettled: false }
  const remark =
    'The list changed while it was loading. Some vehicles may be missing until the next refresh; known ones are kept.'
  expect(describe(unsettled)).toEqual(['40 vehicles', remark])
  const meta = { ...areaOf([]).meta, ...unsettled }
  expect(coverageInWords(meta, 3).join('')).toBe('40 vehicles, 3 not confirmed')
})

it('gives the service’s estimate when it is much larger', () => {
  const early = 'The service ended the list early; some vehicles may be missing.'
  expect(describe({ loaded: 340, about: 1200 })).toEqual(['340 vehicles of about 1,200', early])
})

it('shows how many rows are left out in the line, whatever else it says, and counts them in the estimate', () => {
  const meta = { ...areaOf([]).meta, loaded: 40, about: 43, dropped: 3 }
  expect(areaCount(meta, 40, 40)).toEqual({ shown: '40', rest: ', 3 left out', isVisible: true })
  const filtered = { shown: '12', rest: ' of 40, 3 left out', isVisible: true }
  expect(areaCount(meta, 12, 40)).toEqual(filtered)
  expect(gapsIn({ ...meta, about: 100, dropped: 60 })).toEqual([])
  expect(gapsIn({ ...meta, about: 200, dropped: 60 })).toHaveLength(1)
})

it('counts refreshed vehicles and older ones separately after an incomplete sweep', () => {
  expect(describe({ incomplete: 'cap', loaded: 37_000, unseen: 17_000, about: 25_000 })).toEqual([
    '20,000 loaded of about 25,000',
    'Only the first 20,000 of about 25,000 are loaded. Search a smaller radius or a single type.',
    '17,000 vehicles could not be refreshed; last known values are shown.',
  ])
  const repeated = 'The service sent the same page twice; the list may be incomplete.'
  const again = describe({ incomplete: 'cursor-repeated', loaded: 30, unseen: 0, about: null })
  expect(again).toEqual(['30 loaded, total unknown', repeated])
})

it.each<[Partial<LiveMeta>, number, number, object]>([
  [{ loaded: 149, about: 149 }, 149, 149, { shown: '149', rest: ' vehicles', isVisible: false }],
  [{ loaded: 1490, about: 1490 }, 12, 1490, { shown: '12', rest: ' of 1,490', isVisible: true }],
  [
    { incomplete: 'cap', about: 1500 },
    200,
    200,
    { shown: '200', rest: ' of about 1,500', isVisible: true },
  ],
])('of %j, %d of %d shown fit one line: %j', (meta, shown, loaded, count) => {
  expect(areaCount({ ...areaOf([]).meta, loaded, ...meta }, shown, loaded)).toMatchObject(count)
})

it('does not attribute back-off after a failure to the service', () => {
  const failure = { kind: 'upstream-timeout', since: '', retryAfterMs: 0, requestId: null } as const
  expect(
    describe({ incomplete: 'failed', failure, loaded: 9, unseen: 4, intervalMs: 15_000 }),
  ).toEqual([
    '9 vehicles, last refresh failed',
    '4 vehicles could not be refreshed; last known values are shown.',
  ])
  const slow =
    'Refreshed every 15s: the service is slow, asked us to slow down, or has a limit set.'
  expect(describe({ loaded: 9, about: 9, intervalMs: 15_000 })).toContain(slow)
})

it('counts vehicles with values in another form, as read', () => {
  expect(describe({ loaded: 8, about: 8, inOtherForms: 8 })).toEqual([
    '8 vehicles',
    '8 vehicles with a value in an unusual format, such as a number sent as text.',
  ])
})

it('an area is not known to be empty while rows are unreadable or the estimate is larger', () => {
  const empty = { ...areaOf([]).meta, loaded: 0, about: 0 }
  const others: Partial<LiveMeta>[] = [{ dropped: 40 }, { about: 1500 }, { incomplete: 'cap' }]
  expect([{}, ...others].map((more) => isWholeArea({ ...empty, ...more }))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
