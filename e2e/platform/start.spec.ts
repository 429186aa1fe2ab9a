import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { type StartedProcess, startForTest, startProcess } from '@/e2e/support/dashboard'
import { expect, test } from '@/e2e/support/fixtures'
import { rawRequest } from '@/e2e/support/raw-request'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { startPostgres } from '@/lib/testing/services/postgres'
import { haveServer } from '@/lib/testing/services/server-process'

test.describe('npm start refuses', () => {
  test('a key without a base URL, in one line that names SERVICE_BASE_URL', async () => {
    const started = startForTest({ SERVICE_API_KEY: 'kerbside-canary' })
    expect(await started.exit).toEqual({ code: 1, signal: null })
    expect(started.output()).toMatch(/^.*SERVICE_BASE_URL.*\n$/)
    expect(started.output()).not.toContain('kerbside-canary')
  })

  test('a port in use, and says how to choose another', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const started = startForTest({ PORT: String(port) })
    expect(await started.exit).toEqual({ code: 1, signal: null })
    expect(started.output()).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use: .*PORT=\\d+\n$`),
    )
    other.close()
  })
})

/** Has a signal end a dashboard that has answered and keeps connections alive. */
async function expectCleanEnd(started: StartedProcess, signal: NodeJS.Signals): Promise<void> {
  started.signal(signal)
  // Ctrl-C under npm comes twice at once.
  started.signal(signal)
  const startMs = performance.now()
  expect(await started.exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - startMs).toBeLessThan(5_000)
  expect(started.output()).toMatch(/Stopped\n$/)
}

const UPGRADES = {
  WebSocket: ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  'cleartext HTTP/2': [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ],
}

test('it prints where it is and whose vehicles it shows, whatever the shell’s NODE_ENV and HOSTNAME; SIGTERM ends it cleanly, also after requests to upgrade', async () => {
  const started = startForTest({ HOSTNAME: 'nonsense', NODE_ENV: 'test' })
  const url = await started.url
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(started.output()).toContain('demo data')
  expect((await fetch(url)).status).toBe(200)
  // Answered like any other, and nothing stays open.
  for (const [name, headers] of Object.entries(UPGRADES))
    for (const [target, status] of [
      ['/api/health', 200],
      ['/', 200],
      ['/nothing-here', 404],
      ['/%ff', 400],
      ['http://127.0.0.1/', 400],
    ] as const) {
      const answered = (await rawRequest(Number(new URL(url).port), target, headers)).status
      expect([name, target, answered]).toEqual([name, target, status])
    }
  await expectCleanEnd(started, 'SIGTERM')
})

test('npm start passes SIGTERM on: an open stream ends, and npm only after Kerbside', async () => {
  const started = startProcess({}, { isByNpm: true })
  const url = await started.url
  const stream = await fetch(`${url}/api/live?position=51.509865,-0.118092&radius=1000`)
  const ended = stream.text().catch(() => 'cut')
  const startMs = performance.now()
  started.signal('SIGTERM')
  await started.exit
  expect(performance.now() - startMs).toBeLessThan(5_000)
  expect(started.output()).toMatch(/Stopped\n/)
  await ended
})

test('HOST is honoured, an IPv6 address prints as one that opens; SIGINT ends it cleanly @long', async () => {
  const started = startForTest({ HOST: '::1' })
  const url = await started.url
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect((await fetch(url)).status).toBe(200)
  await expect(fetch(url.replace('[::1]', '127.0.0.1'))).rejects.toThrow()
  await expectCleanEnd(started, 'SIGINT')
})

test('a configured service is named, its key is not; a key file that is missing for a moment leaves it ready; a second SIGTERM ends it at once', async ({
  startService,
}) => {
  const service = await startService({ key: 'kerbside-canary' })
  const file = test.info().outputPath('key')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'kerbside-canary')
  const started = startForTest({ ...service.env, SERVICE_API_KEY: '', SERVICE_API_KEY_FILE: file })
  await started.url
  expect(started.output()).toContain(service.url)
  const ready = async () => {
    const response = await fetch(`${await started.url}/api/ready`)
    return { status: response.status, body: await response.json() }
  }
  const before = await ready()
  expect(before).toMatchObject({ status: 200, body: { status: 'ready' } })
  await rm(file)
  expect(await ready()).toEqual(before)
  await writeFile(file, 'kerbside-canary')

  service.answerWith(() => new Promise(() => {}))
  const asked = service.requests.length
  const hanging = fetch(`${await started.url}/api/vehicles/example`).catch(() => 'cut')
  await expect.poll(() => service.requests.length).toBeGreaterThan(asked)
  started.signal('SIGTERM')
  await expect.poll(() => started.output()).toContain('Stopping')
  await new Promise((resolve) => setTimeout(resolve, 700))
  const startMs = performance.now()
  started.signal('SIGTERM')
  expect(await started.exit).toEqual({ code: 143, signal: null })
  // Half of the time that the first would have waited.
  expect(performance.now() - startMs).toBeLessThan(5000)
  await hanging
  expect(started.output()).not.toContain('kerbside-canary')
})

test('a service of another city: the empty map says what to do, and its words for free count as free', async ({
  page,
  startService,
  startDashboard,
}) => {
  const centre = { lat: 52.37, lng: 4.9 }
  const service = await startService({ fleet: createDemoFleet({ centre, vehicles: 60 }) })
  service.answerWith(async (request, answer) => {
    const body = await (await answer(request)).json()
    for (const one of body.vehicles ?? []) one.status = one.passengers_max > 4 ? 'hovering' : 'Vrij'
    return Response.json(body)
  })
  const { url, process } = await startDashboard({ ...service.env, STATUS_FREE: 'vrij' })
  await page.goto(url)
  await expect(page.getByText(/^The map opens at a default place\./)).toBeVisible()
  expect(process.output()).toContain('set MAP_POSITION to where your vehicles are')
  await page.goto(`${url}/?position=52.37,4.9&radius=20000&pickup=52.37,4.9&panel=pickup`)
  await expect(page.getByText(/[1-9]\d* of 60 suitable/)).toBeVisible()
  await page.getByRole('button', { name: 'Layers and legend' }).click()
  const legend = page.getByRole('region', { name: 'Layers and legend' })
  await expect(legend).toContainText('Treated as free: Vrij.')
  await expect(legend).toContainText('Meaning not known: hovering.')
  await legend.getByLabel('hovering').selectOption('off duty')
  await expect(legend).toContainText('Treated as off duty: hovering.')
  await page.goto(`${url}/integration/observations`)
  await page.getByRole('button', { name: 'Clear the meaning of hovering' }).click()
  await expect(page.getByLabel('hovering')).toBeVisible()
})

test('before PostgreSQL is there it is not ready and says so; then it lets the first administrator in @long', async () => {
  test.skip(!haveServer('postgres'), 'PostgreSQL is not installed')
  const postgres = await startPostgres()
  await postgres.stop()
  const started = startForTest({ DATABASE_URL: postgres.url, KERBSIDE_AUTH: 'on' })
  const url = await started.url
  expect(started.output()).toMatch(/DATABASE_URL: .*ECONNREFUSED.*Kerbside waits for it/)
  const ready = async () => (await fetch(`${url}/api/ready`)).json()
  expect(await ready()).toEqual({
    status: 'not-ready',
    version: expect.any(String),
    reason: expect.stringContaining('cannot be opened yet'),
  })
  expect((await fetch(`${url}/api/ready`)).status).toBe(503)
  expect((await fetch(`${url}/api/health`)).status).toBe(200)
  expect((await fetch(`${url}/api/me`)).status).toBe(503)
  await postgres.start()
  await expect.poll(started.output).toContain('Create the first administrator')
  expect(await ready()).toEqual({ status: 'ready', version: expect.any(String) })
  expect((await fetch(`${url}/api/me`)).status).toBe(401)
  started.signal('SIGTERM')
  expect(await started.exit).toEqual({ code: 0, signal: null })
  await postgres.remove()
})
