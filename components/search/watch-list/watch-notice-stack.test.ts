import { expect, it } from 'vitest'
import type { LiveArea } from '@/lib/live/client/live-area'
import { areaOf } from '@/lib/testing/search-area'
import { vehicle } from '@/lib/testing/vehicles'
import { isOver, noticesOf, SILENT_MS } from './watch-notice-stack'
import { type WatchedNow, watchedNow } from './watched-now'

const NOW_MS = Date.UTC(2026, 0, 1, 12)
const reported = (ageMs: number, from: 'report' | 'seen' = 'report') => ({
  age: { ageMs, from, unchanged: null, isClockAhead: false, isNever: false },
})
const now = (more: Partial<WatchedNow> = {}): WatchedNow => ({
  id: 'v-7',
  status: 'available',
  ...reported(1000),
  sinceReadMs: 0,
  position: null,
  isKnown: true,
  isHere: true,
  left: null,
  readAtMs: NOW_MS,
  statusSinceMs: null,
  ...more,
})

/** Texts after each state. */
function texts(...states: WatchedNow[]): (string | null)[] {
  let last: ReadonlyMap<string, WatchedNow> = new Map()
  return states.map((state) => {
    const { states, notices } = noticesOf(last, [state])
    last = states
    return notices[0]?.text ?? null
  })
}

it('says once what became of a watched vehicle', () => {
  const busy = now({ status: 'on_trip', readAtMs: NOW_MS + 1 })
  const silent = { ...busy, ...reported(SILENT_MS), readAtMs: NOW_MS + 2 }
  const again = { ...busy, readAtMs: NOW_MS + 2 }
  const gone = { ...silent, isKnown: false, readAtMs: NOW_MS + 3 }
  const stillSilent = { ...silent, ...reported(SILENT_MS + 1) }
  expect(texts(now(), now(), busy, busy, silent, stillSilent, again, gone, gone, silent)).toEqual([
    ...[null, null, 'is on trip now', null, 'has not reported for 10 min', null, 'reports again'],
    ...['is no longer known to the service', null, null],
  ])
})

it('says that a vehicle left the area, and nothing of one that another search leaves out', () => {
  const left = now({ isHere: false, left: 'left-area' })
  expect(texts(now(), left, left, now({ isHere: false }))).toEqual([
    null,
    'left the area',
    null,
    null,
  ])
  expect(texts(now(), now({ isHere: false, left: null }))).toEqual([null, null])
  const unknown = now({ isHere: false, left: 'not-found' })
  expect(texts(now(), unknown)).toEqual([null, 'is no longer known to the service'])
})

it('that a vehicle left the area is over once it is back', () => {
  const [, text = ''] = texts(now(), now({ isHere: false, left: 'left-area' })).map(String)
  const over = [isOver(text, null), isOver(text, vehicle('v-7', {})), isOver('is busy now', {})]
  expect(over).toEqual([false, true, false])
})

it('a vehicle that leaves the results by its status is said to have it at once', () => {
  const record = vehicle('v-7', { status: 'available', mtime: null })
  const busy = vehicle('v-7', { status: 'busy', mtime: null })
  const listed: LiveArea = { ...areaOf([record]), fetchedAtMs: NOW_MS, receivedAtMs: 5000 }
  const left = { record, reason: 'status-changed', now: busy, leftAtMs: 10_000 } as const
  const times = { fetchedAtMs: NOW_MS + 10_000, receivedAtMs: 15_000 }
  const after: LiveArea = { ...areaOf([]), ...times, departed: [left] }
  const at = (area: LiveArea) =>
    watchedNow({ id: 'v-7', report: null }, { now: NOW_MS, mtimeServes: true }, area, 0, 15_000)
  expect(texts(at(listed), at(after))).toEqual([null, 'is busy now'])
  expect(at(after)).toMatchObject({ isHere: false, readAtMs: NOW_MS + 5000, sinceReadMs: 5000 })
  const unlisted = now({ isHere: false, left: 'not-listed' })
  expect(texts(now(), unlisted, unlisted)).toEqual([null, 'is no longer listed', null])
})

it('a vehicle is not silent because the service could not be read', () => {
  const unread = now({ ...reported(SILENT_MS + 1000), sinceReadMs: SILENT_MS })
  expect(texts(now(), unread, now({ readAtMs: NOW_MS + 1 }))).toEqual([null, null, null])
})

it('no vehicle is silent where mtime is not the time of its last report', () => {
  const record = vehicle('v-7', { mtime: '2017-03-09T14:21:08.512+00:00' })
  const at = (mtimeServes: boolean) => {
    const list = { now: NOW_MS, mtimeServes }
    return watchedNow(
      { id: 'v-7', report: null },
      list,
      areaOf([record], { mtimeServes }),
      0,
      NOW_MS + 4000,
    )
  }
  expect(at(false).age).toMatchObject({ ageMs: 4000, from: 'seen' })
  expect(texts(now(), at(false))).toEqual([null, null])
  expect(texts(now(), at(true))).toEqual([null, 'has not reported for 10 min'])
})

it('an older reading of the server’s does not undo what the map has shown', () => {
  const busy = now({ status: 'busy', readAtMs: NOW_MS + 5000 })
  const older = now({ status: 'available', readAtMs: NOW_MS + 1000, isHere: false })
  const later = { ...busy, readAtMs: NOW_MS + 9000 }
  expect(texts(now(), busy, older, later)).toEqual([null, 'is busy now', null, null])
})

it('the first reading says nothing, and neither does a vehicle that is watched again', () => {
  expect(texts(now({ status: undefined, readAtMs: 0 }), now())).toEqual([null, null])
  const { states } = noticesOf(new Map([['v-7', now()]]), [])
  expect(noticesOf(states, [now({ status: 'busy', readAtMs: NOW_MS + 1 })]).notices).toEqual([])
})

it('the newer of the server’s reading and the area’s counts', () => {
  const record = vehicle('v-7', { status: 'busy', mtime: '2026-01-01T11:59:00.000+00:00' })
  const area: LiveArea = { ...areaOf([record]), fetchedAtMs: NOW_MS, receivedAtMs: 5000 }
  const report = (seconds: number) => ({
    status: 'available',
    mtime: null,
    position: null,
    isKnown: true,
    readAt: new Date(NOW_MS + seconds * 1000).toISOString(),
  })
  const list = { now: NOW_MS + 60_000, mtimeServes: true }
  const at = (seconds: number, page: LiveArea | null) =>
    watchedNow({ id: 'v-7', report: report(seconds) }, list, page, 0, 7000)
  const age = { ageMs: 62_000, from: 'report' }
  expect(at(-30, area)).toMatchObject({ status: 'busy', age, isHere: true, sinceReadMs: 2000 })
  const own = { status: 'available', age: { from: 'seen' }, isHere: true, sinceReadMs: 30_000 }
  expect(at(30, area)).toMatchObject(own)
  expect(at(-30, null)).toMatchObject({ status: 'available', isHere: false, sinceReadMs: 90_000 })
})

it('a status that began while nothing was shown has the time at which it began', () => {
  const beganMs = NOW_MS - 15 * 60_000
  const free = vehicle('v-7', {
    status: 'available',
    statusSince: { atMs: beganMs, isBeginning: true },
  })
  const area: LiveArea = { ...areaOf([free]), fetchedAtMs: NOW_MS, receivedAtMs: NOW_MS + 3000 }
  const list = { now: NOW_MS + 60_000, mtimeServes: true }
  const report = {
    status: 'available',
    mtime: null,
    position: null,
    isKnown: true,
    readAt: new Date(NOW_MS + 50_000).toISOString(),
    statusSinceMs: beganMs,
  }
  const before = new Map([['v-7', now({ status: 'busy', readAtMs: beganMs - 60_000 })]])
  const noticeOf = (page: LiveArea | null, reported: typeof report | null) =>
    noticesOf(before, [
      watchedNow({ id: 'v-7', report: reported }, list, page, 2000, NOW_MS + 5000),
    ]).notices
  const text = 'is available now'
  // This browser's clock is 3 s ahead of the server's, as the area says, and 57 s
  // behind, as the list says.
  expect(noticeOf(area, null)).toEqual([{ vehicleId: 'v-7', text, sinceMs: beganMs + 3000 }])
  expect(noticeOf(null, report)).toEqual([{ vehicleId: 'v-7', text, sinceMs: beganMs - 57_000 }])
  const seen = { ...report, statusSinceMs: null } as never
  expect(noticeOf(null, seen)).toEqual([{ vehicleId: 'v-7', text, sinceMs: null }])
})
