import { expect, test } from 'vitest'
import { readSettings } from '@/lib/config/read-settings'
import { createLiveAreas } from '@/lib/live/areas'
import { streamRequest, UNBOUNDED } from '@/lib/testing/live-area'
import { browse } from '@/lib/testing/live-browser'
import { listen } from '@/lib/testing/servers'
import { vehicle } from '@/lib/testing/vehicles'
import { composeUpstream } from '@/lib/upstream/compose'

const SLOW_MS = 6_000

test.concurrent('a service that answers after 6 s shows its vehicles, with the default settings', async () => {
  await using server = await listen((_request, response) => {
    setTimeout(() => response.end(JSON.stringify({ vehicles: [vehicle('v-1')] })), SLOW_MS)
  })
  const settings = readSettings({ SERVICE_BASE_URL: server.url, SERVICE_API_KEY: 'key' }, '/project')
  const { client } = await composeUpstream(settings, {
    openReference: () => Promise.reject(new Error('not used')),
    createRecorder: () => ({
      onResponse: () => undefined,
      onRefusal: () => undefined,
      onAnswer: () => undefined,
      read: () => {
        throw new Error('not used')
      },
    }),
    log: () => undefined,
  })
  const areas = createLiveAreas({ client, settings: settings.live, bounds: UNBOUNDED })
  const subscriber = areas.subscribe(streamRequest())
  const browser = browse(subscriber)
  await expect.poll(() => browser.meta, { timeout: SLOW_MS + 4_000 }).toMatchObject({ failure: null })
  expect([...browser.list.keys()]).toEqual(['v-1'])
  subscriber.close()
}, 20_000)
