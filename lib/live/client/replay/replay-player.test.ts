import { expect, test, vi } from 'vitest'
import type { RecordingGap } from '@/lib/api/contract/recording'
import { createTestClock } from '@/lib/testing/clock'
import { createTab, HERE, listed } from '@/lib/testing/live/live-client'
import {
  createRecordedArea,
  type Piece,
  recordedResponse,
} from '@/lib/testing/recording/recorded-area'
import { emptyVehicle, FETCHED_AT } from '@/lib/testing/vehicles'
import { ReplayPlayer } from './replay-player'

/** Its default of one second depends on how busy the machine is. */
const WAIT = { interval: 2, timeout: 10_000 }
const START = Date.parse(FETCHED_AT)
const seconds = (count: number) => START + count * 1000
const latitude = (second: number) => 51 + second / 1000

/** A list every five seconds; vehicle `a` is a thousandth of a degree further north each second. */
function lists(fromSecond: number, toSecond: number, ids = ['a']): Piece[] {
  return Array.from({ length: (toSecond - fromSecond) / 5 + 1 }, (_, at) => {
    const second = fromSecond + at * 5
    const position = { lat: latitude(second), lng: 0 }
    return {
      atMs: seconds(second),
      vehicles: ids.map((id) => emptyVehicle(id, { position, status: 'busy' })),
    }
  })
}

function gap(
  fromSecond: number,
  toSecond: number,
  reason: RecordingGap['reason'] = 'stopped',
): RecordingGap {
  return { fromMs: seconds(fromSecond), toMs: seconds(toSecond), reason, problem: null }
}

function open(pieces: readonly Piece[], atSecond: number) {
  const clock = createTestClock()
  const tab = createTab()
  const server = createRecordedArea(HERE)
  server.record(pieces)
  const fetch = server.fetch as typeof globalThis.fetch
  const platform = { ...clock, ...tab, random: () => 0, fetch }
  const player = new ReplayPlayer(HERE, platform, seconds(atSecond))
  /** The lists that were rendered. */
  const pictures: (number | null)[] = []
  const know = () => {
    const times = pieces.flatMap((piece) => ('atMs' in piece ? piece.atMs : []))
    const gaps = pieces.filter((piece) => 'reason' in piece)
    const [fromMs, toMs, lastMs] = [Math.min(...times), Math.max(...times), times.at(-1) ?? 0]
    player.setRecorded({ gaps, fromMs, toMs, lastMs })
  }
  know()
  player.subscribe(() => {
    if (shown().of !== pictures.at(-1)) pictures.push(shown().of)
  })
  function shown() {
    const { area, replay, error } = player.getState()
    return {
      second: ((replay?.atMs ?? Number.NaN) - START) / 1000,
      /** When vehicle `a` was where it is shown. */
      of: area && Math.round(((listed(area)[0]?.position?.lat ?? Number.NaN) - 51) * 1000),
      gap: replay?.gap?.reason ?? null,
      error: error?.message ?? null,
    }
  }
  /** Waits until the requested lists are there, and applied. */
  async function loaded() {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
    await vi.waitFor(() => expect(player.getState().replay?.isLoading).toBe(false), WAIT)
  }
  return {
    clock,
    tab,
    server,
    player,
    shown,
    pictures,
    know,
    loaded,
    state: () => player.getState(),
    replay: () => player.getState().replay,
    /**
     * Advances the clock by ticks of playing, and waits for what they
     * load, at most for two minutes.
     */
    async ticksUntil(isReached: () => boolean, onTick: () => void = () => {}) {
      for (let tick = 0; tick < 1_200 && !isReached(); tick++) {
        await clock.advance(100)
        await loaded()
        onTick()
      }
    },
    reaches: (expected: Partial<ReturnType<typeof shown>>) =>
      vi.waitFor(() => expect(shown()).toMatchObject(expected), WAIT),
  }
}

test('a moment shows the last list before it, with ages as of that moment', async () => {
  const { reaches, state, server } = open(lists(0, 60), 13)
  await reaches({ second: 13, of: 10, gap: null })
  expect(state()).toMatchObject({
    connection: 'replay',
    replay: { isLoading: false, isPlaying: false },
  })
  // The list is three seconds old at that moment, whatever the time is now.
  expect((state().replay?.atMs ?? 0) - (state().area?.receivedAtMs ?? 0)).toBe(3_000)
  expect(server.requests[0]?.searchParams.get('from')).toBe('2026-01-01T12:00:13.000Z')
})

test('playing at each speed shows each list at its time; a hidden tab pauses', async () => {
  const { tab, player, reaches, replay, shown, ticksUntil } = open(lists(0, 300), 0)
  await reaches({ of: 0 })
  const seen = new Set<number>()
  const compare = () => {
    seen.add(Math.floor(shown().second))
    expect(shown().of).toBe(Math.floor(shown().second / 5) * 5)
  }
  player.play()
  await ticksUntil(() => shown().second >= 7, compare)
  expect([...seen]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7]))
  player.setSpeed(10)
  await ticksUntil(() => shown().second >= 60, compare)
  expect(shown().second).toBeLessThan(62)
  expect(replay()?.isPlaying).toBe(true)
  tab.hide(true)
  expect(replay()?.isPlaying).toBe(false)
})

test('several lists that are due together are one picture', async () => {
  // What is loaded for the end begins with the first list.
  const { clock, player, reaches, pictures } = open(lists(0, 30), 30)
  await reaches({ of: 30 })
  player.seek(seconds(0))
  await reaches({ of: 0 })
  player.setSpeed(120)
  player.play()
  pictures.length = 0
  await clock.advance(100)
  await reaches({ of: 10 })
  await clock.advance(100)
  await reaches({ of: 20 })
  expect(pictures).toEqual([10, 20])
})

test('a step shows the list there, at its own time: beyond what is loaded, and none before the first', async () => {
  const { player, reaches, replay } = open(lists(20, 200), 33)
  await reaches({ of: 30 })
  let before = 33
  for (const second of [35, 40, 35, 30, 25, 20]) {
    player.step(second > before ? 1 : -1)
    await reaches({ second, of: second })
    before = second
  }
  const jumps = replay()?.jumps ?? 0
  player.step(-1)
  await vi.waitFor(
    () => expect(replay()).toMatchObject({ jumps: jumps + 1, isLoading: false }),
    WAIT,
  )
  await reaches({ second: 20, of: 20 })
  for (let second = 25; second <= 200; second += 5) {
    player.step(1)
    await reaches({ second, of: second })
  }
  expect(replay()?.isPlaying).toBe(false)
})

test('nothing is shown in a gap, and neither a line nor a departure leads over it', async () => {
  const pieces = [...lists(0, 20, ['a', 'b']), gap(20, 60), ...lists(60, 90)]
  const { player, reaches, state } = open(pieces, 15)
  await reaches({ of: 15 })
  player.step(1)
  await reaches({ of: 20, gap: null })
  expect(state().area?.trailOf('a')).toHaveLength(2)
  player.step(1)
  await reaches({ of: null, gap: 'stopped' })
  player.step(1)
  await reaches({ second: 60, of: 60, gap: null })
  // A line over the gap would say that it drove there.
  expect(state().area?.trailOf('a')).toHaveLength(1)
  expect(state().area?.departed).toEqual([])
  player.seek(seconds(40))
  await reaches({ second: 40, of: null, gap: 'stopped' })
  player.step(-1)
  await reaches({ second: 20, of: 20 })
})

test('while the service fails the list stays, and the gap is named', async () => {
  const failure = { kind: 'upstream-timeout', since: '', retryAfterMs: 0, requestId: null } as const
  const failing = (second: number) => ({ atMs: seconds(second), vehicles: [], failure })
  const pieces = [
    ...lists(0, 10),
    gap(15, 25, 'service'),
    failing(15),
    failing(20),
    ...lists(25, 40),
  ]
  const { player, reaches } = open(pieces, 10)
  await reaches({ of: 10, gap: null })
  for (const expected of [
    { second: 15, of: 10, gap: 'service' as const },
    { second: 20, of: 10, gap: 'service' as const },
    { second: 25, of: 25, gap: null },
  ]) {
    player.step(1)
    await reaches(expected)
  }
})

test('playing stops at the end of the recording, and goes on when there is more', async () => {
  const pieces = lists(0, 10)
  const { server, player, reaches, replay, know, shown, ticksUntil } = open(pieces, 5)
  await reaches({ of: 5 })
  player.play()
  await ticksUntil(() => replay()?.isAtEnd === true)
  expect(replay()).toMatchObject({ isPlaying: false, isAtEnd: true })
  await reaches({ second: 10, of: 10 })
  pieces.push(...lists(15, 60))
  server.record(lists(15, 60))
  know()
  player.play()
  await ticksUntil(() => shown().of === 15)
  expect(shown().of).toBe(15)
  expect(replay()).toMatchObject({ isPlaying: true, isLoading: false })
})

test('where the clock was set back, the order is that of the recording', async () => {
  const pieces = [...lists(100, 120), ...lists(50, 60)]
  const { server, player, reaches, shown, pictures, ticksUntil } = open(pieces, 55)
  await reaches({ of: 55 })
  const { stretches } = await server.recordings.timeline(HERE, { fromMs: 0, toMs: seconds(900) })
  player.seek(seconds(110), stretches[0]!.start)
  await reaches({ of: 110 })
  player.play()
  await ticksUntil(
    () => shown().of === 55,
    () => {
      if (shown().of === 50) expect(shown().second).toBeLessThan(56)
    },
  )
  expect(pictures.slice(pictures.indexOf(110))).toEqual([110, 115, 50, 55])
})

test('a player that is stopped while it shows a list shows nothing more, and leaves no timer', async () => {
  const { clock, player, reaches, loaded, pictures, shown } = open(lists(0, 60), 0)
  await reaches({ of: 0 })
  await loaded()
  player.setSpeed(10)
  player.subscribe(() => {
    if (shown().of === 5) player.stop()
  })
  player.play()
  for (let tick = 0; tick < 30; tick++) {
    await clock.advance(100)
    // The picture takes a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  expect([pictures.at(-1), clock.waiting]).toEqual([5, 0])
})

test('a jump ends what was loading, and the last jump counts', async () => {
  const { player, reaches, replay, state } = open(lists(0, 300), 0)
  for (const second of [100, 200, 250]) player.seek(seconds(second))
  await reaches({ second: 250, of: 250 })
  expect(replay()?.jumps).toBe(1)
  expect(state().area?.trailOf('a')).toHaveLength(1)
})

test('a jump within what is loaded asks for nothing, and goes on from there', async () => {
  const first = ['a', 'b', 'c', 'd', 'e']
  const many = ['a', ...Array.from({ length: 1500 }, (_, at) => `v-${at}`), 'd']
  const last = ['d', 'c', 'x', 'a']
  const pieces = [...lists(0, 150, first), ...lists(155, 160, many), ...lists(165, 320, last)]
  const { server, player, reaches, shown, state, loaded, ticksUntil } = open(pieces, 0)
  await reaches({ of: 0 })
  player.setSpeed(120)
  player.play()
  await ticksUntil(() => shown().second >= 300)
  player.pause()
  await loaded()
  const asked = server.requests.length
  const shownIds = () => listed(state().area).map(({ id }) => id)
  for (const [second, ids] of [
    [57, first],
    [157, many],
    [170, last],
    [20, first],
    [299, last],
    [149, first],
  ] as const) {
    player.seek(seconds(second))
    await reaches({ second, of: Math.floor(second / 5) * 5 })
    expect(shownIds().sort()).toEqual([...ids].sort())
    expect(state().area?.trailOf('a')).toHaveLength(1)
    await loaded()
    player.step(1)
    await reaches({ of: Math.floor(second / 5) * 5 + 5 })
    expect(state().area?.departed).toEqual([])
  }
  expect(server.requests.length).toBe(asked)
  // What lies outside is asked for, with a list from before it.
  player.seek(seconds(318))
  await reaches({ second: 318, of: 315 })
})

test.each([
  ['a gateway’s page', 'kerbside-unreachable'],
  ...['"after":null', '"slots":[0]', '"added":[', '"removed":[]'].map((broken) => [
    broken,
    'internal',
  ]),
])('what was wanted is asked for again after a failure: %s', async (broken, kind) => {
  const { server, player, reaches, state } = open(lists(0, 200), 10)
  await reaches({ of: 10 })
  const url = new URL(server.requests[0]!)
  url.searchParams.set('from', new Date(seconds(130)).toISOString())
  url.searchParams.set('to', '2099-01-01T00:00:00Z')
  const answer = await server.fetch(url)
  const stream = answer.body!.pipeThrough(new DecompressionStream('deflate-raw'))
  const text = (await new Response(stream).text()).replace(broken, '"removed":[7,7]')
  server.refuse = () =>
    kind === 'internal' ? recordedResponse(text) : new Response('bad gateway', { status: 502 })
  player.seek(seconds(130))
  await vi.waitFor(() => expect(state().error).toMatchObject({ kind }), WAIT)
  await reaches({ second: 10, of: 10 })
  expect(state().replay?.isLoading).toBe(false)
  server.refuse = null
  state().refresh()
  await reaches({ second: 130, of: 130, error: null })
})

test('little is loaded ahead: more as playing goes faster', async () => {
  const { clock, server, player, reaches } = open(lists(0, 3_000), 0)
  await reaches({ of: 0 })
  const lastAsked = () =>
    (Date.parse(server.requests.at(-1)?.searchParams.get('to') ?? '') - START) / 1000
  await vi.waitFor(() => expect(lastAsked()).toBeCloseTo(40, 1), WAIT)
  player.setSpeed(60)
  player.play()
  await vi.waitFor(async () => {
    await clock.advance(100)
    expect(lastAsked()).toBeGreaterThanOrEqual(240)
  }, WAIT)
  expect(lastAsked()).toBeLessThan(400)
})
