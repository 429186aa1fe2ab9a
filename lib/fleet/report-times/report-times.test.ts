import { expect, test } from 'vitest'
import { vehicle } from '@/lib/testing/vehicles'
import { MtimeEvidence, type MtimeSetting } from './mtime-evidence'
import { ReportTimes } from './report-times'

const START_MS = Date.UTC(2026, 0, 1, 12)
const SWEEP_MS = 5_000

interface Fleet {
  /** Vehicles that move with each sweep, and others. */
  readonly moving: number
  readonly standing?: number
  /** Milliseconds since the epoch; null for none. */
  readonly mtimeMs: (vehicle: number, nowMs: number) => number | null
  readonly setting?: MtimeSetting
}

/** What a node knows after each sweep of a fleet. */
function watch({ moving, standing = 0, mtimeMs, setting }: Fleet) {
  const evidence = new MtimeEvidence(setting, () => START_MS)
  const times = new ReportTimes(evidence)
  let sweeps = 0
  const sweep = (of: Pick<Fleet, 'mtimeMs'> = { mtimeMs }) => {
    const nowMs = START_MS + sweeps * SWEEP_MS
    for (let n = 0; n < moving + standing; n++) {
      const ms = of.mtimeMs(n, nowMs)
      const position = { lat: 51.5 + (n < moving ? sweeps / 1e4 : 0), lng: n / 1e4 }
      times.observe(
        vehicle(`v-${n}`, { position, mtime: ms === null ? null : new Date(ms).toISOString() }),
        nowMs,
      )
    }
    sweeps++
    return times.mtimeServes
  }
  const verdicts = (count: number) => Array.from({ length: count }, () => sweep())
  return {
    times,
    evidence,
    sweep,
    verdicts,
    texts: () => evidence.answers().map(({ value }) => value),
  }
}

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS
const OLD_MS = Date.UTC(2017, 2, 9, 14, 21, 8, 512)
const reports = (_: number, nowMs: number) => nowMs - 800

test.each<[string, Fleet]>([
  ['of three vehicles that drive', { moving: 3, mtimeMs: reports }],
  [
    'of many that mostly stand, and report every 20 s',
    {
      moving: 100,
      standing: 500,
      mtimeMs: (n, nowMs) => (n < 100 ? nowMs : nowMs - ((nowMs + 1000 * n) % 20_000)),
    },
  ],
  ['ahead by an hour', { moving: 3, mtimeMs: (_, nowMs) => nowMs + 60 * MINUTE_MS }],
])('mtime %s that advances with each report serves after two sweeps, and stays so', (_, fleet) => {
  const { verdicts, texts } = watch(fleet)
  expect(verdicts(60)).toEqual([false, ...new Array(59).fill(true)])
  const changes = 59 * fleet.moving
  expect(texts()[0]).toBe(`mtime advanced with ${changes} of ${changes} changes of position`)
  expect(texts().at(-1)).toBe('taken as the time of the last report: yes')
})

test.each<[string, Fleet]>([
  ['is one of 2017 for all', { moving: 0, standing: 600, mtimeMs: () => OLD_MS }],
  ['is one of 2017 for all, which drive', { moving: 600, mtimeMs: () => OLD_MS }],
  ['is of 2034', { moving: 20, mtimeMs: () => Date.UTC(2034, 0, 1) }],
  ['is missing', { moving: 20, mtimeMs: () => null }],
  [
    'is of the last edit of the record',
    { moving: 200, mtimeMs: (n, nowMs) => nowMs - ((nowMs + n * 3_600_000) % WEEK_MS) },
  ],
  ['is two hours behind', { moving: 20, mtimeMs: (_, nowMs) => nowMs - 120 * MINUTE_MS }],
  [
    'is of the last move, of which there are few',
    { moving: 5, standing: 600, mtimeMs: (n, nowMs) => (n < 5 ? nowMs : OLD_MS) },
  ],
  [
    'is set for all at night',
    {
      moving: 0,
      standing: 50,
      mtimeMs: (_, nowMs) => (nowMs < START_MS + MINUTE_MS ? OLD_MS : START_MS + MINUTE_MS),
    },
  ],
])('mtime that %s does not serve', (_, fleet) => {
  const { verdicts, texts } = watch(fleet)
  expect(verdicts(80)).toEqual(new Array(80).fill(false))
  expect(texts().at(-1)).toBe('taken as the time of the last report: no')
})

test('mtime that advances within minutes of vehicles that stand serves too', () => {
  const everyMinute = (n: number, nowMs: number) => nowMs - ((nowMs + 7000 * n) % MINUTE_MS)
  const serves = watch({ moving: 0, standing: 12, mtimeMs: everyMinute }).verdicts(40)
  expect(serves.slice(0, 12)).toEqual(new Array(12).fill(false))
  expect(serves.slice(26)).toEqual(new Array(14).fill(true))
})

test('the figures are of what was seen: changes of position, and vehicles whose mtime advanced', () => {
  const isLost = (n: number, nowMs: number) => n === 0 && nowMs > START_MS + 20_000
  const { verdicts, evidence } = watch({
    moving: 4,
    standing: 1,
    mtimeMs(n, nowMs) {
      if (n === 4) return OLD_MS
      return isLost(n, nowMs) ? START_MS : nowMs
    },
  })
  verdicts(7)
  expect(evidence.answers().map(({ value, count }) => [value, count])).toEqual([
    ['mtime advanced with 22 of 24 changes of position', 24],
    ['mtime advanced for 4 of 5 vehicles', 5],
    ['taken as the time of the last report: yes', 5],
  ])
})

test('what was seen at first holds until much speaks against it', () => {
  const { sweep, verdicts } = watch({ moving: 3, mtimeMs: reports })
  expect(verdicts(2).at(-1)).toBe(true)
  const later = Array.from({ length: 12 }, () => sweep({ mtimeMs: () => OLD_MS }))
  expect(later).toEqual([...new Array(5).fill(true), ...new Array(7).fill(false)])
})

test('a setting decides whatever is seen, and another node’s evidence until there is evidence here', () => {
  expect(watch({ moving: 3, mtimeMs: reports, setting: 'record' }).verdicts(3)).toEqual([
    false,
    false,
    false,
  ])
  const forced = watch({ moving: 3, mtimeMs: () => OLD_MS, setting: 'report' })
  expect(forced.verdicts(3)).toEqual([true, true, true])
  expect(forced.texts().at(-1)).toBe(
    'taken as the time of the last report: yes (VEHICLE_MTIME=report)',
  )
  const follower = watch({ moving: 3, mtimeMs: () => OLD_MS })
  follower.times.adopt(true)
  expect(follower.verdicts(9)).toEqual([...new Array(7).fill(true), false, false])
  follower.times.adopt(true)
  expect(follower.sweep()).toBe(false)
})

const at = (seconds: number) => START_MS + seconds * 1000

/** Metres north of where vehicles stand. */
const north = (metres: number) => ({ position: { lat: 51.5 + metres / 111_195, lng: -0.1 } })

test('a vehicle stands still while it is within 50 m of where it stopped, from a minute on', () => {
  const { times } = watch({ moving: 0, mtimeMs: reports })
  const stands = (seconds: number, fields: Parameters<typeof vehicle>[1]) =>
    times.observe(vehicle('a', fields), at(seconds)).standsSince
  expect(stands(0, north(0))).toBeNull()
  expect(stands(60, north(40))).toEqual({ atMs: at(0), isBeginning: false })
  // From where it stopped, not from where it was last.
  expect(stands(65, north(70))).toBeNull()
  expect(stands(120, { ...north(60), status: 'busy' })).toBeNull()
  expect(stands(125, north(45))).toEqual({ atMs: at(65), isBeginning: true })
  expect(stands(130, { position: null })).toBeNull()
  expect(stands(200, { position: null })).toBeNull()
  expect(stands(205, north(45))).toBeNull()
  expect(stands(265, north(45))).toEqual({ atMs: at(205), isBeginning: false })
})

test('what a vehicle does while it is silent is no standstill', () => {
  const { times, verdicts } = watch({ moving: 4, mtimeMs: reports })
  verdicts(5)
  expect(times.mtimeServes).toBe(true)
  const stands = (minute: number, reportedMinute: number) => {
    const mtime = new Date(at(reportedMinute * 60)).toISOString()
    return times.observe(vehicle('a', { ...north(0), mtime }), at(minute * 60)).standsSince
  }
  expect(stands(10, 10)).toBeNull()
  expect(stands(12, 12)).toEqual({ atMs: at(600), isBeginning: false })
  expect(stands(16, 12)).toEqual({ atMs: at(600), isBeginning: false })
  expect(stands(17, 12)).toBeNull()
  expect(stands(24, 12)).toBeNull()
  expect(stands(25, 25)).toBeNull()
  expect(stands(27, 27)).toEqual({ atMs: at(25 * 60), isBeginning: false })
})

test('a vehicle that reports every ten minutes stands as long as it is at the same place', () => {
  const { times, verdicts } = watch({ moving: 4, mtimeMs: reports })
  verdicts(5)
  expect(times.mtimeServes).toBe(true)
  const stands = (minute: number, metres = 0) => {
    const reportedMinute = Math.floor(minute / 10) * 10
    const mtime = new Date(at(reportedMinute * 60)).toISOString()
    return times.observe(vehicle('a', { ...north(metres), mtime }), at(minute * 60)).standsSince
  }
  const since = (minute: number) => ({ atMs: at(minute * 60), isBeginning: false })
  expect([10, 12, 16, 20, 26].map((minute) => stands(minute))).toEqual([
    null,
    since(10),
    null,
    since(10),
    null,
  ])
  // It was elsewhere by its next report, and it is not known since when.
  expect([30, 32].map((minute) => stands(minute, 80))).toEqual([null, since(30)])
})

test('a node that takes over an area goes on with the standstill of its list', () => {
  const { times } = watch({ moving: 0, mtimeMs: reports })
  const standsSince = { atMs: at(-600), isBeginning: true }
  const listed = (id: string) => vehicle(id, { ...north(0), standsSince })
  const stands = (id: string, metres: number) =>
    times.observe(vehicle(id, north(metres)), at(0), listed(id)).standsSince
  expect(stands('a', 20)).toEqual(standsSince)
  expect(stands('b', 80)).toBeNull()
})

test('a vehicle has changed when its position or status differs between two readings', () => {
  const { times } = watch({ moving: 0, mtimeMs: reports })
  const changed = (seconds: number, fields: Parameters<typeof vehicle>[1] = {}) =>
    times.observe(vehicle('a', fields), at(seconds)).changedSince
  expect(changed(0)).toEqual({ atMs: at(0), isBeginning: false })
  expect(changed(5, { mtime: null, price_per_km: 9 })).toEqual({ atMs: at(0), isBeginning: false })
  expect(changed(10, { status: 'busy' })).toEqual({ atMs: at(10), isBeginning: true })
  const moved = { status: 'busy', position: { lat: 1, lng: 1 } }
  expect(changed(15, moved)).toEqual({ atMs: at(15), isBeginning: true })
  // An older answer, and one after a long time.
  expect(changed(12, { status: 'busy' })).toEqual({ atMs: at(15), isBeginning: true })
  expect(changed(15 + 601, moved)).toEqual({ atMs: at(15 + 601), isBeginning: false })
})

test('a node that takes over goes on with what the list says', () => {
  const { times } = watch({ moving: 0, mtimeMs: reports })
  const since = { atMs: at(-60), isBeginning: true }
  const ahead = { mtime: '2034-01-01T00:00:00Z', aheadSinceMs: at(-60) }
  const listed = vehicle('a', { ...ahead, changedSince: since })
  expect(times.observe(vehicle('a', { mtime: ahead.mtime }), at(0), listed)).toMatchObject({
    changedSince: since,
    aheadSinceMs: at(-60),
  })
  const other = vehicle('b', { changedSince: since, status: 'busy' })
  expect(times.observe(vehicle('b'), at(0), other).changedSince).toEqual({
    atMs: at(0),
    isBeginning: true,
  })
})

test.each([
  ['2026-01-01T12:10:00Z', true],
  ['2026-01-01T13:00:00.000+00:00', true],
  ['2034-01-01T00:00:00Z', true],
  ['9999-12-31T23:59:59Z', true],
  ['2026-01-01T12:00:04Z', false],
  ['2017-03-09T14:21:08Z', false],
  ['soon', false],
  [null, false],
])(
  'of the mtime %j it is known since when it is ahead, also once the clock has passed it',
  (mtime, isAhead) => {
    const { times } = watch({ moving: 0, mtimeMs: reports })
    const ahead = (minutes: number) =>
      times.observe(vehicle('a', { mtime }), at(60 * minutes)).aheadSinceMs
    expect([0, 1, 5, 9, 12, 70].map(ahead)).toEqual(
      [0, 0, 0, 0, 0, 70].map((minutes) =>
        isAhead && !(minutes === 70 && mtime!.startsWith('2026')) ? at(60 * minutes) : null,
      ),
    )
  },
)

test('mtime of the last move does not serve, though every vehicle drives once', () => {
  const evidence = new MtimeEvidence('auto', () => START_MS)
  const times = new ReportTimes(evidence)
  const verdicts: boolean[] = []
  // Sixty vehicles, of which three at a time drive for ten minutes; the others stand.
  for (let nowMs = START_MS; nowMs < START_MS + 200 * MINUTE_MS; nowMs += 20_000) {
    const turn = Math.floor((nowMs - START_MS) / (10 * MINUTE_MS))
    for (let n = 0; n < 60; n++) {
      const drove = Math.floor(n / 3)
      const drives = drove === turn
      const endMs = drove < turn ? START_MS + (drove + 1) * 10 * MINUTE_MS - 20_000 : OLD_MS
      const ms = drives ? nowMs : endMs
      const position = { lat: 51.5 + (drove <= turn ? (ms - START_MS) / 1e10 : 0), lng: n / 1e4 }
      times.observe(vehicle(`v-${n}`, { position, mtime: new Date(ms).toISOString() }), nowMs)
    }
    verdicts.push(times.mtimeServes)
  }
  expect(verdicts.filter(Boolean)).toEqual([])
})
