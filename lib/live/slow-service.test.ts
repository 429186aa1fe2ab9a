import { expect, test } from 'vitest'
import { readSettings } from '@/lib/app/settings/read-settings'
import { DEFAULT_CENTRE } from '@/lib/app/settings/variables'
import { createLiveAreas } from '@/lib/live/areas'
import { streamRequest, UNBOUNDED } from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { listen } from '@/lib/testing/servers'
import { vehicle } from '@/lib/testing/vehicles'
import { composeUpstream } from '@/lib/upstream/compose'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { createNetworkSend } from '@/lib/upstream/http/network'

const SLOW_MS = 6_000

/** Areas over the configured service. */
async function areasOver(url: string, more: Readonly<Record<string, string>> = {}) {
  const settings = readSettings({ SERVICE_BASE_URL: url, SERVICE_API_KEY: 'key', ...more }, '/project')
  const { client } = composeUpstream(settings, {
    service: { send: createNetworkSend(), baseUrl: url, key: fixedKey('key'), centre: DEFAULT_CENTRE },
    recorder: {
      onResponse: () => undefined,
      onRequest: () => undefined,
      onRefusal: () => undefined,
      onAnswer: () => undefined,
      read: () => {
        throw new Error('not used')
      },
    },
    log: () => undefined,
  })
  const limits = { pageSize: settings.LIVE_PAGE_SIZE, vehiclesMaximum: settings.LIVE_VEHICLES_MAXIMUM }
  const intervalSeconds = settings.LIVE_INTERVAL_SECONDS
  return createLiveAreas({ client, settings: { ...limits, intervalSeconds }, bounds: UNBOUNDED })
}

test.concurrent('a service that answers after 6 s shows its vehicles, with the default settings', async () => {
  await using server = await listen((_request, response) => {
    setTimeout(() => response.end(JSON.stringify({ vehicles: [vehicle('v-1')] })), SLOW_MS)
  })
  const subscriber = (await areasOver(server.url)).subscribe(streamRequest())
  const browser = browse(subscriber)
  await expect.poll(() => browser.meta, { timeout: SLOW_MS + 4_000 }).toMatchObject({ failure: null })
  expect([...browser.list.keys()]).toEqual(['v-1'])
  subscriber.close()
}, 20_000)

test.concurrent.each(['headers', 'body'])(
  'a service whose %s are late for a hundred vehicles is asked for fewer',
  async (late) => {
    await using server = await listen(({ url }, response) => {
      const limit = Number(new URLSearchParams(url?.split('?')[1]).get('limit'))
      const body = JSON.stringify({ vehicles: [vehicle('v-1')] })
      if (limit < 100) response.end(body)
      else if (late === 'body') response.write(body.slice(0, 10))
    })
    const subscriber = (await areasOver(server.url, { LIVE_TIMEOUT_SECONDS: '1' })).subscribe(streamRequest())
    const browser = browse(subscriber)
    await expect.poll(() => browser.meta, { timeout: 10_000 }).toMatchObject({ failure: null, loaded: 1 })
    expect(server.seen.map((path) => /limit=(\d+)/.exec(path)?.[1])).toEqual(['100', '25'])
    subscriber.close()
  },
  20_000,
)
