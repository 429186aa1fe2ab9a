import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures'
import { findForms } from './secret-forms'
import type { TestService } from './service'

// With characters that every encoding changes.
const KEY = 'kerbside/canary?4711+8.~=end'
const STATIC = join(import.meta.dirname, '..', '.next', 'static')

const PATHS = [
  '/',
  '/lookup',
  '/lookup?our_ref=no-such-vehicle',
  '/vehicles/example',
  '/vehicles/no-such-vehicle',
  '/bookings/example',
  '/no-such-page',
  '/seen',
  '/api/service',
  '/api/seen',
  '/api/health',
  '/api/vehicles?position=51.509865,-0.118092',
  '/api/vehicles?position=nowhere',
  '/api/vehicles?position=51.509865,-0.118092&key=1',
  '/api/vehicles/example',
  '/api/vehicles/no-such-vehicle',
  '/api/vehicles/no-such-vehicle/status',
  '/api/vehicles/by-our-ref?our_ref=no-such-vehicle',
  '/api/bookings/example',
  '/api/no-such-route',
]

const faults: Record<string, (service: TestService) => unknown> = {
  'the service answers': () => {},
  'the service rejects the key': (service) =>
    service.answerWith(() => new Response(`{"error":"Bad key ${KEY}"}`, { status: 401 })),
  'the service fails and repeats the key': (service) =>
    service.answerWith(
      (request) =>
        new Response(`Bad header: ${request.headers.get('authorization')}`, {
          status: 500,
          headers: { 'x-debug': KEY },
        }),
    ),
  'the service is no JSON and repeats the key': (service) =>
    service.answerWith(() => new Response(`${KEY} ${btoa(KEY)}`, { status: 200 })),
  'the service redirects to an address with the key': (service) =>
    service.answerWith(
      () => new Response(null, { status: 302, headers: { location: `/?key=${encodeURIComponent(KEY)}` } }),
    ),
  'the service is down': (service) => service.stop(),
}

for (const [situation, bringAbout] of Object.entries(faults)) {
  test(`no answer and no line of the log holds the key while ${situation}`, async ({
    startService,
    startDashboard,
  }) => {
    const service = await startService({ key: KEY })
    const { url, process } = await startDashboard({ ...service.env, LOG_LEVEL: 'debug', METRICS_PORT: '0' })
    // Without this the search below could not fail: the dashboard has the key, and it works.
    expect((await fetch(`${url}/api/vehicles/example`)).status).toBe(200)
    expect(service.requests[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`)
    await bringAbout(service)
    for (const path of PATHS) {
      for (const headers of [new Headers(), new Headers({ rsc: '1' })]) {
        const response = await fetch(url + path, { headers, redirect: 'manual' })
        const text = JSON.stringify([...response.headers]) + (await response.text())
        expect(findForms(text, KEY), `GET ${path} ${JSON.stringify([...headers])}`).toEqual([])
      }
    }
    const metricsUrl = process.output().match(/^Metrics at (\S+)$/m)?.[1] ?? ''
    const metrics = await (await fetch(metricsUrl)).text()
    expect(metrics).toContain('kerbside_upstream_calls_total{outcome="ok"}')
    expect(findForms(metrics, KEY), 'metrics').toEqual([])
    await process.stop()
    expect(process.output()).toContain('"event":"request"')
    expect(findForms(process.output(), KEY), 'printed').toEqual([])
  })
}

test('nothing that a browser gets holds the key', async ({ page, startService, startDashboard }) => {
  const service = await startService({ key: KEY })
  const { url } = await startDashboard(service.env)
  const bodies: Promise<string>[] = []
  const streams: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(url)) return
    // A stream has no end to wait for; its beginning is read below.
    if (response.url().includes('/api/live')) streams.push(response.url())
    else bodies.push(response.text().catch(() => ''))
  })
  await page.goto(url)
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const text = (await Promise.all(bodies)).join('\n')
  expect(text.length).toBeGreaterThan(10_000)
  const stream = await beginningOf(streams[0] ?? '')
  expect(stream).toContain('event: snapshot')
  expect(findForms(stream, KEY)).toEqual([])
  expect(findForms(text + (await page.content()), KEY)).toEqual([])
})

/** What a stream sends until it has sent its snapshot. */
async function beginningOf(address: string): Promise<string> {
  const response = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
  let text = JSON.stringify([...response.headers])
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += new TextDecoder().decode(chunk)
    if (/event: snapshot[\s\S]*\n\n/.test(text)) break
  }
  return text
}

test('no file for browsers names the key or its variables', async () => {
  const files = (await readdir(STATIC, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    expect(text.includes('SERVICE_API_KEY') || text.includes('SERVICE_BASE_URL'), name).toBe(false)
    expect(findForms(text, KEY), name).toEqual([])
  }
})
