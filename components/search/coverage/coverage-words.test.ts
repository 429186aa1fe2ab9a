import { expect, it } from 'vitest'
import type { LiveMeta } from '@/lib/contract/live'
import { areaOf } from '@/lib/testing/search-area'
import { coverageInWords, isWholeArea, remarksOn } from './coverage-words'

function said(meta: Partial<LiveMeta>): string[] {
  const whole = { ...areaOf([]).meta, ...meta }
  const { count, of } = coverageInWords(whole)
  return [count + of, ...remarksOn(whole, 5)]
}

it('says that all is loaded when the last page was read', () => {
  expect(said({ loaded: 40, about: 40 })).toEqual(['40 vehicles, all loaded'])
  expect(said({ loaded: 1, about: null })).toEqual(['1 vehicle, all loaded'])
  expect(said({ loaded: 1050, about: 1100 })).toEqual(['1,050 vehicles, all loaded'])
  expect(said({ loaded: 40, about: 40, unseen: 3 })[0]).toBe('40 vehicles, not all could be read')
  expect(said({ loaded: 0, about: 40, dropped: 40 })[0]).toBe('0 vehicles, not all could be read')
  expect(said({ loaded: 2, about: 4 })).toEqual(['2 vehicles, all loaded'])
})

it('does not say so when the service itself speaks of many more', () => {
  expect(said({ loaded: 340, about: 1200 })).toEqual([
    '340 vehicles, listed of about 1,200',
    'The service named no further page, though it says there are more: some may be missing.',
  ])
})

it('counts what the last round read when it was cut short, and apart from it what stayed from before', () => {
  expect(said({ incomplete: 'cap', loaded: 37_000, unseen: 17_000, about: 25_000 })).toEqual([
    '20,000 loaded of about 25,000',
    'First 20,000 of about 25,000: Kerbside loads no more of one area. Search a smaller radius, or one type.',
    'The last round did not read 17,000 of those shown: they are as they were before.',
  ])
  expect(said({ incomplete: 'cursor-repeated', loaded: 30, unseen: 0, about: null })).toEqual([
    '30 loaded, how many there are was not said',
    'The service named a page it gave before: the list may be incomplete.',
  ])
})

it('does not say that the service asks for a pause that is one of ours after a failure', () => {
  const failure = { kind: 'upstream-timeout', since: '', retryAfterMs: 0, requestId: null } as const
  expect(said({ incomplete: 'failed', failure, loaded: 9, unseen: 4, intervalMs: 15_000 })).toEqual([
    '9 vehicles, the last round failed',
    'The last round did not read 4 of those shown: they are as they were before.',
  ])
  expect(said({ loaded: 9, about: 9, intervalMs: 15_000 })).toContain(
    'Read every 15s: the service is slow or asks for it, or Kerbside is set so.',
  )
})

it('an area is not known to be empty while rows could not be read, or the service itself speaks of many', () => {
  const empty = { ...areaOf([]).meta, loaded: 0, about: 0 }
  expect(isWholeArea(empty)).toBe(true)
  expect(isWholeArea({ ...empty, dropped: 40 })).toBe(false)
  expect(isWholeArea({ ...empty, about: 1500 })).toBe(false)
  expect(isWholeArea({ ...empty, incomplete: 'cap' })).toBe(false)
})
