import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/support/fixtures'
import type { TestService } from '@/e2e/support/service'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import { deployedConfig, type Nginx, startNginx } from '@/lib/testing/services/nginx'
import { haveServer } from '@/lib/testing/services/server-process'

test.skip(!haveServer('nginx'), 'nginx is not installed')

const LIVE = `/api/live?position=${STANDING_CENTRE.lat},${STANDING_CENTRE.lng}&radius=50000`
const nginxes: Nginx[] = []
test.afterEach(async ({ page }) => {
  // A page that outlives its nginx goes on asking, and its failures would be the test's.
  await page.close()
  await Promise.all(nginxes.splice(0).map((nginx) => nginx.stop()))
})

/** Makes the service answer searches one by one, on demand. */
function answerOnDemand(service: TestService) {
  const waiting: (() => void)[] = []
  let free = false
  service.answerWith(async (request, answer) => {
    if (!free) await new Promise<void>((resolve) => waiting.push(resolve))
    return answer(request)
  })
  return {
    async one() {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      // On a busy machine one of them may have been given up already.
      for (const answer of waiting.splice(0)) answer()
    },
    all() {
      free = true
      for (const answer of waiting.splice(0)) answer()
    },
  }
}

/** Opens the stream in the page, as the map does, and keeps its text. */
async function openStream(page: Page): Promise<void> {
  await page.evaluate(async (address) => {
    const gone = new AbortController()
    const seen = { text: '', encoding: '', ended: false, close: () => gone.abort() }
    window.seenStream = seen
    const response = await fetch(address, { signal: gone.signal })
    seen.encoding = response.headers.get('content-encoding') ?? 'none'
    const read = async () => {
      const decoder = new TextDecoder()
      const reader = response.body!.getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        seen.text += decoder.decode(value, { stream: true })
      }
    }
    read()
      .catch(() => undefined)
      .finally(() => {
        seen.ended = true
      })
  }, LIVE)
}

interface Seen {
  text: string
  encoding: string
  ended: boolean
  close(): void
}

const seen = (page: Page) =>
  page.evaluate(() => {
    const { text, encoding, ended } = window.seenStream
    return { encoding, ended, events: text.match(/^(event: \w+|:.*)$/gm) ?? [] }
  })

test('through nginx, with deploy/nginx.conf, events come one by one as they are sent @long', async ({
  page,
  startService,
  startDashboard,
}) => {
  const service = await startService({ fleet: standingFleet(300) })
  const { url } = await startDashboard({
    ...service.env,
    LIVE_INTERVAL_SECONDS: '1',
    LIVE_PAGE_SIZE: '1000',
  })
  const nginx = await startNginx(url)
  nginxes.push(nginx)
  await page.goto(`${nginx.url}/lookup`)
  const answers = answerOnDemand(service)
  await openStream(page)
  // Nothing was answered yet, but the stream is open.
  await expect
    .poll(() => seen(page))
    .toMatchObject({ events: [': Kerbside'], encoding: 'gzip', ended: false })
  // The reference gives at most a hundred a page: the first progress comes while the
  // second page is waited for.
  await answers.one()
  await expect.poll(async () => (await seen(page)).events).toContain('event: progress')
  await answers.one()
  await answers.one()
  await expect.poll(async () => (await seen(page)).events).toContain('event: changes')
  // A part held back anywhere on the way would be seen with the next,
  // which is not asked for before.
  for (const deltas of [1, 2, 3]) {
    for (let part = 0; part < 3; part++) await answers.one()
    const count = async () =>
      (await seen(page)).events.filter((event) => event === 'event: changes').length
    await expect.poll(count).toBeGreaterThanOrEqual(1 + deltas)
  }
  // Streams without events have a heartbeat every 15 s.
  expect(Number(/proxy_read_timeout (\d+)s;/.exec(deployedConfig())?.[1])).toBeGreaterThan(30)
  answers.all()
  await page.evaluate(() => window.seenStream.close())
})

declare global {
  interface Window {
    seenStream: Seen
  }
}
