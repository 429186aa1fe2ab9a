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
  expect(describe({ loaded: 40, about: 40, unseen: 3 })[0]).toBe('40 vehicles, some could not be read')
  expect(describe({ loaded: 0, about: 40, dropped: 40 })[0]).toBe('0 vehicles, some could not be read')
  expect(describe({ loaded: 2, about: 4 })).toEqual(['2 vehicles'])
})

it('gives the service’s estimate when it is much larger', () => {
  expect(describe({ loaded: 340, about: 1200 })).toEqual([
    '340 vehicles of about 1,200',
    'The service ended the list early although it estimates more, so some may be missing.',
  ])
})

it('counts refreshed vehicles and older ones separately after an incomplete sweep', () => {
  expect(describe({ incomplete: 'cap', loaded: 37_000, unseen: 17_000, about: 25_000 })).toEqual([
    '20,000 loaded of about 25,000',
    'Only the first 20,000 of about 25,000 are loaded. Search a smaller radius or a single type.',
    '17,000 vehicles could not be refreshed; last known values are shown.',
  ])
  expect(describe({ incomplete: 'cursor-repeated', loaded: 30, unseen: 0, about: null })).toEqual([
    '30 loaded, total unknown',
    'The service repeated a page, so the list may be incomplete.',
  ])
})

it('fits one line: the number, with filters or an estimate how many of how many', () => {
  const { meta } = areaOf([])
  expect(areaCount({ ...meta, loaded: 149, about: 149 }, 149, 149)).toMatchObject({
    shown: '149',
    rest: ' vehicles',
    isVisible: false,
  })
  expect(areaCount({ ...meta, loaded: 1490, about: 1490 }, 12, 1490)).toEqual({
    shown: '12',
    rest: ' of 1,490',
    isVisible: true,
  })
  expect(areaCount({ ...meta, incomplete: 'cap', loaded: 200, about: 1500 }, 200, 200)).toEqual({
    shown: '200',
    rest: ' of about 1,500',
    isVisible: true,
  })
})

it('does not attribute back-off after a failure to the service', () => {
  const failure = { kind: 'upstream-timeout', since: '', retryAfterMs: 0, requestId: null } as const
  expect(describe({ incomplete: 'failed', failure, loaded: 9, unseen: 4, intervalMs: 15_000 })).toEqual([
    '9 vehicles, last refresh failed',
    '4 vehicles could not be refreshed; last known values are shown.',
  ])
  expect(describe({ loaded: 9, about: 9, intervalMs: 15_000 })).toContain(
    'Refreshed every 15s: the service is slow or asked for it, or a setting limits it.',
  )
})

it('an area is not known to be empty while rows are unreadable or the estimate is larger', () => {
  const empty = { ...areaOf([]).meta, loaded: 0, about: 0 }
  expect(isWholeArea(empty)).toBe(true)
  expect(isWholeArea({ ...empty, dropped: 40 })).toBe(false)
  expect(isWholeArea({ ...empty, about: 1500 })).toBe(false)
  expect(isWholeArea({ ...empty, incomplete: 'cap' })).toBe(false)
})
