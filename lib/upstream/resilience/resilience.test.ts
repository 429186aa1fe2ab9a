import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Secret } from '@/lib/app/settings/secret'
import { clientOf, failureOf } from '@/lib/testing/servers'
import { endpoints } from '@/lib/upstream/endpoints'
import { createKeySource } from '@/lib/upstream/http/key-source'
import { createTransport } from '@/lib/upstream/http/transport'
import type { UpstreamError } from '@/lib/upstream/upstream-error'
import { createPace } from './pace'

const BASE = 'https://service.example'
const START = Date.UTC(2025, 0, 1, 12)
const record = () => Response.json({ id: 'v-7' })
const status = (code: number, headers = {}) => new Response(null, { status: code, headers })

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A client of a service that answers as `answer` says, on the simulated clock. */
function over(answer: (nth: number) => Response | Promise<Response>, more = {}) {
  const askedAt: number[] = []
  const client = clientOf(BASE, {
    send: async () => {
      askedAt.push(Date.now() - START)
      return answer(askedAt.length)
    },
    ...more,
  })
  return { client, askedAt }
}

/** Result of a call, once the clock has run as far as it needs. */
async function settled<T>(call: Promise<T>): Promise<T | UpstreamError> {
  const done = call.catch((error: UpstreamError) => error)
  await passes(10_000)
  return done
}

/** Whether a call succeeds within half a second. */
async function isFine(call: Promise<unknown>): Promise<boolean> {
  const done = call.then(
    () => true,
    () => false,
  )
  await passes(500)
  return done
}

const never = () => new Promise<Response>(() => undefined)
const found = { data: { record: { id: 'v-7' } } }

describe('a retry', () => {
  it('makes up for one failure, after a pause of a chance length', async () => {
    const { client, askedAt } = over((nth) => (nth === 1 ? status(500) : record()), {
      random: () => 0.5,
    })
    expect(await settled(client.getVehicle('v-7'))).toMatchObject(found)
    expect(askedAt).toEqual([0, 250])
  })

  it('is made once', async () => {
    const { client, askedAt } = over(() => status(502))
    expect(await settled(client.getVehicle('v-7'))).toMatchObject({
      kind: 'upstream-error',
      status: 502,
    })
    expect(askedAt).toHaveLength(2)
  })

  const unrepeated = [400, 401, 403, 404, 405, 410, 413, 414, 415, 422, 429, 503, 302]
  it.each(unrepeated)('is not made after %d', async (code) => {
    const { client, askedAt } = over(() => status(code))
    await settled(client.getVehicle('v-7'))
    expect(askedAt).toHaveLength(1)
  })

  it('is not made when the time is up', async () => {
    const { client, askedAt } = over(never)
    expect(await settled(client.getVehicle('v-7'))).toMatchObject({ kind: 'upstream-timeout' })
    expect(askedAt).toHaveLength(1)
  })

  it('is left out when more than a fifth of all calls would need one', async () => {
    // Every other call fails, so that the breaker never opens.
    const { client, askedAt } = over((nth) => (nth % 3 === 0 ? status(500) : record()))
    for (let call = 0; call < 300; call++) await settled(client.getVehicle('v-7'))
    const retries = askedAt.length - 300
    expect(retries).toBeGreaterThan(10)
    expect(retries).toBeLessThanOrEqual(10 + 0.2 * 300)
  })
})

describe('the breaker', () => {
  it('leaves a service that is down alone: ten minutes of it are at most fifty attempts', async () => {
    const { client, askedAt } = over(() => status(500))
    const polls: Promise<unknown>[] = []
    for (let second = 0; second < 600; second++) {
      for (let dispatcher = 0; dispatcher < 5; dispatcher++)
        polls.push(client.getVehicle(`v-${dispatcher}`).catch((error: UpstreamError) => error.kind))
      await passes(1000)
    }
    expect(new Set(await Promise.all(polls))).toEqual(new Set(['upstream-error']))
    expect(askedAt.length).toBeLessThanOrEqual(50)
    const pauses = askedAt
      .map((at, index) => at - (askedAt[index - 1] ?? at))
      .filter((ms) => ms > 1000)
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(16_000)
  })

  it('lets calls through again within 16 s of the service', async () => {
    let up = false
    const { client } = over(() => (up ? record() : status(500)))
    for (let second = 0; second < 120; second++) {
      void client.getVehicle('v-7').catch(() => undefined)
      await passes(1000)
    }
    up = true
    let waited = 0
    for (; !(await isFine(client.getVehicle('v-7'))); waited++) await passes(1000)
    expect(waited).toBeLessThanOrEqual(16)
  })

  it.each([-3_600_000, 3_600_000])(
    'lasts no longer when the clock is set by %d ms',
    async (byMs) => {
      let up = false
      const { client } = over(() => (up ? record() : status(500)))
      for (let call = 0; call < 3; call++) await isFine(client.getVehicle('v-7'))
      up = true
      vi.setSystemTime(Date.now() + byMs)
      await passes(16_000)
      expect(await isFine(client.getVehicle('v-7'))).toBe(true)
    },
  )

  it('stays open when the one who tries gives up before there is an answer', async () => {
    const { client, askedAt } = over((nth) => (nth < 6 ? status(500) : never()))
    for (let call = 0; call < 3; call++) await isFine(client.getVehicle('v-7'))
    await passes(16_000)
    const before = askedAt.length
    const tries = ['v-1', 'v-2', 'v-3'].map((id) => {
      const gone = new AbortController()
      void client.getVehicle(id, { signal: gone.signal }).catch(() => undefined)
      return gone
    })
    await passes(100)
    expect(askedAt.length - before).toBe(1)
    tries[0]?.abort(new Error('gone'))
    await passes(100)
    expect(askedAt.length - before).toBe(2)
  })

  it('says what the service failed with, and that it was not asked', async () => {
    const { client, askedAt } = over(() => status(500))
    for (let call = 0; call < 3; call++) await isFine(client.getVehicle('v-7'))
    const before = askedAt.length
    const failure = client.getVehicle('v-7').catch((error: UpstreamError) => error)
    await passes(0)
    const message = 'GET /vehicles/{vehicle_id}: not asked, the service is down'
    expect(await failure).toMatchObject({ kind: 'upstream-error', status: 500, message })
    expect(askedAt).toHaveLength(before)
  })

  it.each([400, 403, 404, 405, 410, 413, 414, 415, 422])(
    'does not open because of %d',
    async (code) => {
      const { client, askedAt } = over(() => status(code))
      for (let call = 0; call < 30; call++) await settled(client.getVehicle('v-7'))
      expect(askedAt).toHaveLength(30)
    },
  )
})

describe('the semaphore', () => {
  it('makes sixteen calls at a time, lets 64 wait for 2 s, and refuses the rest at once', async () => {
    let most = 0
    let now = 0
    const { client } = over(async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 3000))
      now--
      return record()
    })
    const kinds = Array.from({ length: 100 }, () => {
      const ended = { kind: 'waiting', ms: 0 }
      const end = (kind: string) => Object.assign(ended, { kind, ms: Date.now() - START })
      client.getVehicle('v-7').then(
        () => end('fine'),
        (error) => end(error.kind),
      )
      return ended
    })
    await passes(10_000)
    const count = (kind: string, ms: number) =>
      kinds.filter((one) => one.kind === kind && one.ms === ms).length
    expect([most, count('fine', 3000), count('busy', 0), count('busy', 2000)]).toEqual([
      16, 16, 20, 64,
    ])
  })

  it('gives the place of one who left to the next', async () => {
    const { client, askedAt } = over(never)
    const callers = Array.from({ length: 16 }, () => new AbortController())
    for (const { signal } of callers)
      void client.getVehicle('v-7', { signal }).catch(() => undefined)
    void client.getVehicle('v-8').catch(() => undefined)
    await passes(100)
    expect(askedAt).toHaveLength(16)
    callers[0]?.abort(new Error('gone'))
    await passes(100)
    expect(askedAt).toHaveLength(17)
  })
})

describe('a pause the service asks for', () => {
  it.each([
    [429, -3_600_000],
    [503, 3_600_000],
  ])(
    'with %d is kept by every call, and as long as was asked when the clock is set by %d ms',
    async (code, byMs) => {
      const { client, askedAt } = over((nth) =>
        nth === 1 ? status(code, { 'retry-after': '30' }) : record(),
      )
      await settled(client.getVehicle('v-7'))
      vi.setSystemTime(Date.now() + byMs)
      const paused = { kind: 'rate-limited', retryAfterMs: 20_000 }
      expect(await failureOf(client.getExampleVehicle())).toMatchObject(paused)
      await passes(20_000)
      expect(await settled(client.getVehicle('v-7'))).toMatchObject(found)
      expect(askedAt).toHaveLength(2)
    },
  )

  it('of no said length is 5 s, then twice as long, at most 60 s', async () => {
    const { client, askedAt } = over(() => status(429))
    for (let second = 0; second < 240; second++) {
      await client.getVehicle('v-7').catch(() => undefined)
      await passes(1000)
    }
    expect(askedAt).toEqual([0, 5000, 15_000, 35_000, 75_000, 135_000, 195_000])
  })

  it('is as short for sixteen calls that are refused at once as for one', async () => {
    const { client, askedAt } = over(async () => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return status(429)
    })
    const calls = Array.from({ length: 16 }, (_, index) =>
      failureOf(client.getVehicle(`v-${index}`)),
    )
    await passes(100)
    await Promise.all(calls)
    await passes(5_000)
    void client.getVehicle('v-7').catch(() => undefined)
    await passes(100)
    expect(askedAt).toHaveLength(17)
    // The next one is twice as long, not sixteen times doubled.
    expect((await failureOf(client.getVehicle('v-7'))).retryAfterMs).toBeCloseTo(9_950, -2)
  })
})

describe('the pace', () => {
  const search = { position: { lat: 0, lng: 0 }, radius: 1000, type: null, limit: 10, cursor: null }
  const paced = () => createPace({ start: 20, maximum: 60 }, () => performance.now())

  it('spaces calls evenly, ten a second of twenty', async () => {
    const { client, askedAt } = over(record, { pace: paced() })
    const calls = Array.from({ length: 15 }, () => client.getVehicle('v-7'))
    await passes(990)
    expect(askedAt).toHaveLength(10)
    await settled(Promise.all(calls))
    // 9.5 a second: delays on the way must not bring more than ten into one.
    expect(askedAt.slice(0, 4)).toEqual([0, 106, 212, 318])
  })

  it('counts live calls elsewhere, their retries here', async () => {
    const pace = paced()
    const answer = (nth: number) => (nth <= 3 ? status(500) : Response.json({ vehicles: [] }))
    const { client, askedAt } = over(answer, { pace, random: () => 0 })
    const calls = [1, 2, 3].map(() => client.searchVehicles(search, { isLive: true }))
    await settled(Promise.all(calls))
    // Halved once, to five a second.
    expect(pace.perSecond).toBe(10)
    expect(askedAt.slice(0, 4)).toEqual([0, 0, 0, 100])
    expect((askedAt[5] ?? 0) - (askedAt[4] ?? 0)).toBe(211)
  })

  it('is slowed by 429 to a call in the background, not by a failure of it', async () => {
    const pace = paced()
    const codes = [500, 429]
    const transport = createTransport({
      baseUrl: BASE,
      key: createKeySource(new Secret('k'), null, () => undefined),
      pace,
      send: async () => status(codes.shift() ?? 200),
    })
    const attempt = () =>
      settled(transport.call(endpoints.exampleVehicle(), { isBackground: true }))
    await attempt()
    expect(pace.perSecond).toBe(20)
    await attempt()
    expect(pace.perSecond).toBe(10)
  })

  it('takes the time of an answer, not that of the turns before it is parsed', async () => {
    const pace = paced()
    const liveTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 5000))
    const { client } = over(() => Response.json({ vehicles: [] }), { pace, liveTurn })
    await settled(client.searchVehicles(search, { isLive: true }))
    expect(pace.state().averageMs).toBe(0)
  })
})

describe('a rejected key', () => {
  const accepting = (right: string) => (request: Request) =>
    request.headers.get('authorization') === `Bearer ${right}` ? record() : status(401)

  function withFile(first: string) {
    const file = { text: first, lines: [] as string[] }
    const read = () => {
      if (file.text === '') throw new Error('SERVICE_API_KEY_FILE holds no key')
      return new Secret(file.text)
    }
    return { file, key: createKeySource(new Secret(first), read, (line) => file.lines.push(line)) }
  }

  it('is read anew, and the call made once more, so that nobody notices', async () => {
    const { file, key } = withFile('old')
    const asked: string[] = []
    const client = clientOf(BASE, {
      key,
      send: async (request) => {
        asked.push(request.headers.get('authorization') ?? '')
        return accepting('new')(request)
      },
    })
    file.text = 'new'
    expect(await settled(client.getVehicle('v-7'))).toMatchObject(found)
    expect(asked).toEqual(['Bearer old', 'Bearer new'])
    expect(file.lines).toEqual([expect.stringContaining('Set SERVICE_API_KEY_BEFORE')])
    expect(file.lines[0]).not.toContain('new')
  })

  it('that has not changed is not sent again for 30 s', async () => {
    const { client, askedAt } = over(() => status(401))
    for (let second = 0; second < 65; second++) {
      expect((await failureOf(client.getVehicle('v-7'))).kind).toBe('upstream-auth')
      await passes(1000)
    }
    expect(askedAt).toEqual([0, 30_000, 60_000])
  })

  it('is used as soon as its file holds another, without waiting for the pause to end', async () => {
    const { file, key } = withFile('old')
    const client = clientOf(BASE, { key, send: async (request) => accepting('new')(request) })
    expect((await failureOf(client.getVehicle('v-7'))).kind).toBe('upstream-auth')
    file.text = 'new'
    await passes(2000)
    expect(await settled(client.getVehicle('v-7'))).toMatchObject(found)
  })

  it('stays when its file cannot be read, and the log says so without it', async () => {
    const { file, key } = withFile('old')
    file.text = ''
    expect(key.reread()).toBe(false)
    expect(key.current()).toBe('old')
    expect(file.lines).toEqual(['upstream: SERVICE_API_KEY_FILE holds no key'])
  })
})
