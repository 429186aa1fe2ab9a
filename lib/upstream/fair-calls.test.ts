import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientOf } from '@/lib/testing/servers'

const ANSWER_MS = 1500

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) }))
afterEach(() => void vi.useRealTimers())

function slowService() {
  const counts = { calls: 0, now: 0, most: 0 }
  const client = clientOf('https://service.example', {
    send: async (request: Request) => {
      counts.calls++
      counts.most = Math.max(counts.most, ++counts.now)
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      counts.now--
      const { pathname } = new URL(request.url)
      return Response.json(
        pathname.endsWith('/vehicles') ? { vehicles: [] } : { id: pathname.split('/').at(-1) },
      )
    },
  })
  return { client, counts }
}

test.each(['searches', 'records'])(
  '120 %s at a time of one viewer leave a dispatcher’s records answered',
  async (what) => {
    const { client, counts } = slowService()
    let isOver = false
    let searched = 0
    const search = async () => {
      while (!isOver) {
        const number = ++searched
        const call = { owner: 'viewer' }
        const position = { lat: number / 1e4, lng: 0 }
        await (what === 'searches'
          ? client.searchVehicles(
              { position, radius: 1000, type: null, limit: 10, cursor: null },
              call,
            )
          : client.getVehicle(`v-${number}`, call)
        ).catch(() => new Promise((resolve) => setTimeout(resolve, 1000)))
      }
    }
    const viewer = Array.from({ length: 120 }, search)
    await vi.advanceTimersByTimeAsync(10_000)
    const outcomes: string[] = []
    for (let round = 0; round < 4; round++) {
      const records = Array.from({ length: 5 }, (_, n) =>
        client.getVehicle(`record-${round}-${n}`, { owner: 'dispatcher' }).then(
          () => outcomes.push('answered'),
          (error) => outcomes.push(error.kind),
        ),
      )
      await vi.advanceTimersByTimeAsync(2 * ANSWER_MS + 500)
      await Promise.all(records)
    }
    isOver = true
    await vi.advanceTimersByTimeAsync(10_000)
    await Promise.all(viewer)
    expect(outcomes).toEqual(Array(20).fill('answered'))
    expect(counts.most).toBeLessThanOrEqual(what === 'searches' ? 13 : 16)
  },
)

test('a live area’s pages and records go before the searches of scripts', async () => {
  const { client } = slowService()
  const order: string[] = []
  const done = (name: string) => () => void order.push(name)
  const query = { position: { lat: 1, lng: 0 }, radius: 1000, type: null, limit: 10, cursor: null }
  for (let n = 0; n < 20; n++)
    void client.searchVehicles(query, { owner: `s${n}` }).then(done('search'), () => {})
  void client.searchVehicles(query, { owner: 'a', isLive: true }).then(done('live'))
  void client.getVehicle('v-1', { owner: 'b' }).then(done('record'))
  await vi.advanceTimersByTimeAsync(1600)
  expect(order.filter((name) => name !== 'search')).toEqual(['live', 'record'])
  expect(order.filter((name) => name === 'search')).toHaveLength(8)
})

test('a page of a live area waits for its turn before it is parsed, a record and a search do not', async () => {
  const waiting: (() => void)[] = []
  const answered: string[] = []
  const client = clientOf('https://service.example', {
    send: async ({ url }) =>
      Response.json(url.includes('/vehicles?') ? { vehicles: [{ id: 'v-1' }] } : { id: 'v-1' }),
    liveTurn: () => new Promise((resolve) => waiting.push(resolve)),
  })
  const search = { position: { lat: 0, lng: 0 }, radius: 1000, type: null, limit: 10, cursor: null }
  const calls = [
    client.searchVehicles(search, { isLive: true }).then(() => answered.push('live page')),
    client.searchVehicles(search).then(() => answered.push('search')),
    client.getVehicle('v-1').then(() => answered.push('record')),
  ]
  await vi.advanceTimersByTimeAsync(100)
  expect([answered.toSorted(), waiting.length]).toEqual([['record', 'search'], 1])
  waiting[0]?.()
  await Promise.all(calls)
  expect(answered.at(-1)).toBe('live page')
})
