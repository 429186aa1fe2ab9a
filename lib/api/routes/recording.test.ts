import { expect, test } from 'vitest'
import type { Role } from '@/lib/api/contract/operators'
import type { FramesRequest } from '@/lib/recording/read-frames'
import { noRecordings, type Recordings } from '@/lib/recording/stored-recordings'
import { apiOver } from '@/lib/testing/api'
import { request, statusAndKind, withTestAuth } from '@/lib/testing/auth'

const kerbside = withTestAuth('administrator', 'dispatcher', 'viewer')
const { cookies } = kerbside

const AREA = 'position=51.5,-0.1&radius=2000'
const asked: FramesRequest[] = []
const recordings: Recordings = {
  ...noRecordings,
  isOff: false,
  frames: async (frames) => {
    asked.push(frames)
    // Ten minutes at most, as of the store.
    const beginMs = 'atMs' in frames.from ? frames.from.atMs : 0
    const toMs = Math.min(frames.toMs, beginMs + 10 * 60_000)
    return { ...(await noRecordings.frames(frames)), toMs }
  },
}
/** With shares of its own. */
const apiOf = (more: Partial<Recordings> = {}) =>
  apiOver({
    recordings: async () => ({ ...recordings, ...more }),
    access: async () => kerbside.auth.access,
  })
const ask = (role: Role, path: string) =>
  request(`/api/recording${path}`, { cookie: cookies[role] })

/** Entries that `work` leads to. */
async function audited(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = (await kerbside.written()).length
  await work()
  return (await kerbside.written())
    .slice(before)
    .map(({ action, subject, outcome }) => [action, subject, outcome])
}

test('what is replayed piece by piece is one entry for each quarter of an hour', async () => {
  const api = apiOf()
  const entries = await audited(async () => {
    for (const time of ['16:00:00Z', '16:03:20Z', '18:04:59%2B02:00', '16:09:00.5Z'])
      expect(
        (
          await api(
            ask('dispatcher', `/frames?${AREA}&from=2026-05-01T${time}&to=2026-05-01T16:12:00Z`),
          )
        ).status,
      ).toBe(200)
    await api(ask('dispatcher', `/frames?${AREA}&from=2026-05-01T16:14:00Z`))
  })
  expect(entries).toEqual([
    ['open-recording', '51.5,-0.1 2000 m, 2026-05-01T16:00 to 2026-05-01T16:15', 'ok'],
    ['open-recording', '51.5,-0.1 2000 m, 2026-05-01T16:00 to 2026-05-01T16:30', 'ok'],
  ])
  expect(asked.slice(2, 5).map(({ from, toMs }) => [from, toMs])).toEqual([
    [{ atMs: Date.UTC(2026, 4, 1, 16, 4, 59), start: null }, Date.UTC(2026, 4, 1, 16, 12)],
    [{ atMs: Date.UTC(2026, 4, 1, 16, 9, 0, 500), start: null }, Date.UTC(2026, 4, 1, 16, 12)],
    [{ atMs: Date.UTC(2026, 4, 1, 16, 14), start: null }, Number.POSITIVE_INFINITY],
  ])
})

test.each([
  'after=old&to=2099-01-01T00:00:00Z',
  'after=old&from=2026-05-01T16:00:00Z',
  'from=2026-04-03T08:27:00Z',
])(
  'with "%s" the time is audited that is read: from the first list on, which may be before',
  async (bounds) => {
    const fromMs = Date.UTC(2026, 3, 3, 8, 24)
    const frames = async (request: FramesRequest) => ({
      ...(await noRecordings.frames(request)),
      fromMs,
      toMs: fromMs + 10 * 60_000,
    })
    const api = apiOf({ frames })
    const path = `/frames?position=51.5,-0.1&radius=${2001 + bounds.length}&${bounds}`
    const entries = await audited(() => api(ask('dispatcher', path)))
    const area = `51.5,-0.1 ${2001 + bounds.length} m`
    expect(entries).toEqual([
      ['open-recording', `${area}, 2026-04-03T08:15 to 2026-04-03T08:45`, 'ok'],
    ])
  },
)

test('an answer is a deflate stream that is not cached or changed on its way', async () => {
  const response = await apiOf()(ask('dispatcher', `/frames?${AREA}&from=2026-05-01T16:00:00Z`))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-deflate-raw',
    'cache-control': 'no-store, no-transform',
  })
  const text = response.body!.pipeThrough(new DecompressionStream('deflate-raw'))
  expect(await new Response(text).text()).toBe(
    'event: end\ndata: {"next":null,"lastMs":null,"toMs":null}\n\n',
  )
})

test('a trail is audited with what was asked, a timeline without vehicles is not', async () => {
  const span = 'from=2026-05-01T16:00:00Z&to=2026-05-01T16:10:00Z'
  const api = apiOf()
  const entries = await audited(async () => {
    await api(ask('dispatcher', `/vehicle?id=v-7&${span}`))
    await api(ask('dispatcher', `?${AREA}`))
    await api(ask('dispatcher', '/areas'))
  })
  expect(entries).toEqual([
    ['open-recording', 'vehicle v-7, 2026-05-01T16:00 to 2026-05-01T16:15', 'ok'],
  ])
})

test('of nine jumps at once the oldest breaks off, and the others are read to the end', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  async function* parts() {
    yield new Uint8Array(1)
    await held
  }
  const api = apiOf({
    frames: async (request) => ({ ...(await noRecordings.frames(request)), parts: parts() }),
  })
  const outcomes = Array.from({ length: 9 }, async (_, n) => {
    const response = await api(ask('dispatcher', `/frames?${AREA}&after=place.${n}`))
    if (!response.ok) return (await statusAndKind(response)).join(' ')
    return response.arrayBuffer().then(
      () => 'read',
      ({ kind }) => kind,
    )
  })
  expect(await Promise.race(outcomes)).toBe('recordings-limit')
  release()
  expect((await Promise.all(outcomes)).toSorted()).toEqual([
    ...Array(8).fill('read'),
    'recordings-limit',
  ])
})

test('an operator has three questions in work', async () => {
  const finish: (() => void)[] = []
  const trail: Recordings['trail'] = (id, ...rest) =>
    new Promise((resolve) => finish.push(() => resolve(noRecordings.trail(id, ...rest))))
  const api = apiOf({ trail })
  const span = 'from=2026-05-01T16:00:00Z&to=2026-05-01T16:10:00Z'
  const asked = (role: Role) => api(ask(role, `/vehicle?id=v-7&${span}`))
  const three = [asked('dispatcher'), asked('dispatcher'), asked('dispatcher')]
  await expect.poll(() => finish.length).toBe(3)
  expect(await statusAndKind(await asked('dispatcher'))).toEqual([429, 'recordings-limit'])
  const other = asked('administrator')
  await expect.poll(() => finish.length).toBe(4)
  for (const one of finish) one()
  expect((await Promise.all([...three, other])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200,
  ])
})

test.each([
  ['/frames?from=2026-05-01T16:00:00Z', 'position'],
  [`/frames?${AREA}`, 'from'],
  [`/frames?${AREA}&from=2026-05-01T16:00:00`, 'from'],
  [`/frames?${AREA}&after=../x`, 'after'],
  [`/vehicle?id=v-7&from=2026-05-01T16:00:00Z&to=2026-05-01T15:00:00Z`, 'to'],
  [`/vehicle?id=v-7&from=2026-05-01T16:00:00Z&to=2026-05-03T16:00:00Z`, 'to'],
])('%s is refused for its %s', async (path, parameter) => {
  const api = apiOf()
  const response = await api(ask('dispatcher', path))
  expect([response.status, (await response.json()).parameter]).toEqual([400, parameter])
})

test('an export is a file named by area and span, audited; too much of it is refused with the reason', async () => {
  const sizes = [new TextEncoder().encode('a,b'), null]
  const api = apiOf({ export: async () => sizes.shift() ?? null })
  const path = `/export?position=51.5,-0.1&radius=3000&from=2026-05-01T16:00:00Z&to=2026-05-01T16:10:00Z`
  const answers: Response[] = []
  const entries = await audited(async () => {
    for (const format of ['csv', 'geojson', 'gpx'])
      answers.push(await api(ask('dispatcher', `${path}&format=${format}`)))
  })
  const [file, tooLarge, unknown] = answers
  expect(await file?.text()).toBe('a,b')
  expect(Object.fromEntries(file?.headers ?? [])).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition':
      'attachment; filename="kerbside-51.5,-0.1-3000-m-20260501T160000Z-20260501T161000Z.csv"',
    'cache-control': 'no-store',
  })
  expect(tooLarge?.status).toBe(400)
  expect(JSON.stringify(await tooLarge?.json())).toContain('100000 positions at most')
  expect(unknown?.status).toBe(400)
  expect(entries).toEqual([
    ['open-recording', '51.5,-0.1 3000 m, 2026-05-01T16:00 to 2026-05-01T16:15', 'ok'],
    ['export', 'recording 51.5,-0.1 3000 m as csv, 2026-05-01T16:00 to 2026-05-01T16:15', 'ok'],
  ])
})

test('where nothing is recorded, an export is refused', async () => {
  const api = apiOf(noRecordings)
  const file =
    '/export?position=51.5,-0.1&radius=4000&format=csv&from=2026-05-01T16:00Z&to=2026-05-01T16:10Z'
  const entries = await audited(async () => {
    expect(await statusAndKind(await api(ask('dispatcher', file)))).toEqual([409, 'recording-off'])
  })
  expect(entries).toEqual([])
})
