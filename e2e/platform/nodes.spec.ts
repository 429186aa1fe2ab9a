import { expect, test } from '@/e2e/support/fixtures'
import { countStreams, readGauge } from '@/e2e/support/metrics'
import type { TestService } from '@/e2e/support/service'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import { type Nginx, startNginx } from '@/lib/testing/services/nginx'
import { startRedis } from '@/lib/testing/services/redis'
import { haveServer, type RealServer } from '@/lib/testing/services/server-process'

const hasBoth = haveServer('redis-server') && haveServer('nginx')
test.skip(!hasBoth, 'redis-server or nginx is not installed: the test of several nodes is skipped')

const { lat, lng } = STANDING_CENTRE
const AREA = `position=${lat},${lng}&radius=5000`
// Ten seconds are held to by lib/live/cluster/nodes.test.ts, with a clock of its own; this
// machine may be a busy one.
const TAKEN_OVER_MS = 30_000

const opened: { nginx?: Nginx; redis?: RealServer } = {}
test.afterEach(async ({ page }) => {
  await page.close()
  await opened.nginx?.stop()
  await opened.redis?.remove()
})

/** Numbers searches, in the make of the vehicles that they find. */
function numberSearches(service: TestService): () => number {
  let searches = 0
  service.answerWith(async (request, answer) => {
    const body = await (await answer(request)).json()
    if (body.vehicles) searches++
    for (const vehicle of body.vehicles ?? []) vehicle.make = `Search ${searches}.`
    return Response.json(body)
  })
  return () => searches
}

test('after the polling node is killed the map goes on @long', async ({
  page,
  consoleErrors,
  startService,
  startDashboard,
}) => {
  const redis = await startRedis()
  opened.redis = redis
  const service = await startService({ fleet: standingFleet(5) })
  const searches = numberSearches(service)
  const start = () =>
    startDashboard({
      ...service.env,
      REDIS_URL: redis.url,
      KERBSIDE_AUTH: 'off',
      LIVE_INTERVAL_SECONDS: '1',
      METRICS_PORT: '0',
    })
  const nodes = [await start(), await start()]
  const nginx = await startNginx(...nodes.map(({ url }) => url))
  opened.nginx = nginx

  await page.goto(`${nginx.url}/?${AREA}`)
  const rows = page.getByRole('listbox').getByRole('option')
  await expect(rows).toHaveCount(5)
  const shown = async () =>
    Number(/Search (\d+)\./.exec((await rows.first().textContent()) ?? '')?.[1])
  const readers = () => Promise.all(nodes.map(countStreams))
  await expect.poll(async () => (await readers()).toSorted()).toEqual([0, 1])
  const sweeping = nodes[(await readers()).indexOf(1)]!
  const following = nodes.find((node) => node !== sweeping)!
  const swept = () =>
    Promise.all([sweeping, following].map((node) => readGauge(node, 'kerbside_live_areas_swept')))
  await expect.poll(swept).toEqual([1, 0])

  // Its answers break off, and requests to it fail meanwhile.
  consoleErrors.allow(
    /ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_HTTP2|status of 50[24]|Failed to load resource/,
  )
  const before = searches()
  sweeping.process.signal('SIGKILL')
  await sweeping.process.exit
  await expect.poll(shown, { timeout: TAKEN_OVER_MS }).toBeGreaterThan(before + 1)
  expect(await readGauge(following, 'kerbside_live_areas_swept')).toBe(1)
  await expect(page.getByText('Offline')).toHaveCount(0)
})
