import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { fillSignIn, setUpAdministrator } from '@/e2e/operators/operator-pages'
import { expect, test } from '@/e2e/support/fixtures'
import { sendRequest } from '@/e2e/support/send-request'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { makeCertificate, openTlsFront } from '@/lib/testing/fault-upstream/tls-front'
import { startPostgres } from '@/lib/testing/services/postgres'
import { startRedis } from '@/lib/testing/services/redis'
import { haveServer } from '@/lib/testing/services/server-process'
import { fleet, runFaultScenario, WITHOUT_READER } from './fault-scenario'

/** The rows of the table of faults about the network and about Kerbside's own parts. */

const ADA = 'ada@kerbside.example'
const live = (page: Page) => page.getByText(/^Live [0-6]s$/).first()
const rows = (page: Page) => page.getByRole('listbox').getByRole('option')

test('row 2: name does not resolve', async ({ context, startDashboard, consoleErrors }, info) => {
  consoleErrors.allow(/status of 502/)
  await using service = await openFaultUpstream({ fleet })
  const lost = info.outputPath('lost')
  const dashboard = await startDashboard({
    ...service.env,
    ...WITHOUT_READER,
    SERVICE_BASE_URL: service.url.replace('127.0.0.1', 'localhost'),
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'lost-name.js'))}`,
    LOST_NAME_FILE: lost,
  })
  await runFaultScenario({
    context,
    dashboard,
    outcomes: { list: 'upstream-unreachable', record: 'upstream-unreachable' },
    async begin() {
      await writeFile(lost, '')
      // An open connection would need no name resolution.
      await service.setFault(null)
    },
    end: () => rm(lost),
  })
})

test('row 3: TLS failure', async ({ context, startDashboard, consoleErrors }, info) => {
  test.skip(!haveServer('openssl'), 'openssl is not installed')
  consoleErrors.allow(/status of 502/)
  await using service = await openFaultUpstream({ fleet })
  const [trusted, stranger] = await Promise.all([
    makeCertificate(info.outputPath(), 'trusted'),
    makeCertificate(info.outputPath(), 'stranger'),
  ])
  const front = await openTlsFront(service.url, trusted)
  try {
    const dashboard = await startDashboard({
      ...service.env,
      ...WITHOUT_READER,
      SERVICE_BASE_URL: front.url,
      NODE_EXTRA_CA_CERTS: trusted.certFile,
    })
    await runFaultScenario({
      context,
      dashboard,
      outcomes: { list: 'upstream-tls', record: 'upstream-tls' },
      words: { map: /Contact your administrator/, record: /Contact your administrator/ },
      begin: async () => front.show(stranger),
      end: async () => front.show(trusted),
    })
  } finally {
    await front.close()
  }
})

test('row 42: session ends while polling', async ({
  page,
  context,
  startDashboard,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 401/)
  await using service = await openFaultUpstream({ fleet })
  const dashboard = await startDashboard({ ...service.env, ...WITHOUT_READER, KERBSIDE_AUTH: 'on' })
  await setUpAdministrator(page, dashboard, 'Ada', ADA)
  await page.goto(`${dashboard.url}/?radius=1700`)
  await expect(live(page)).toBeVisible()
  const record = await context.newPage()
  const path = `/vehicles/${fleet.record(7, Date.now()).id}`
  await record.goto(dashboard.url + path)
  const driver = record.getByRole('region', { name: 'Driver' })
  await expect(driver).toBeVisible()
  const personal = (await driver.locator('dd').allInnerTexts()).filter((text) => text.length > 4)
  expect(personal.length).toBeGreaterThan(1)

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const ended = await sendRequest(dashboard.url, '/api/auth/revoke-sessions', {
    method: 'POST',
    cookie,
  })
  expect(ended.status).toBe(200)
  const list = '/api/vehicles?position=51.509865,-0.118092'
  const refused = await sendRequest(dashboard.url, list, { cookie })
  expect(refused.status).toBe(401)
  expect(JSON.parse(refused.text).type).toBe('urn:kerbside:problem:session-required')

  // Without any input on either page.
  await expect(record).toHaveURL(/\/sign-in\?next=/)
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  const left = await record.content()
  expect(personal.filter((text) => left.includes(text))).toEqual([])
  await fillSignIn(page, ADA)
  await expect(page).toHaveURL(/\/\?.*radius=1700/)
  await expect(live(page)).toBeVisible()
  await record.reload()
  await expect(record).toHaveURL(dashboard.url + path)
})

test('row 43: database and Redis down', async ({
  page,
  context,
  startDashboard,
  consoleErrors,
}) => {
  const haveBoth = haveServer('postgres') && haveServer('redis-server')
  test.skip(!haveBoth, 'PostgreSQL or Redis is not installed')
  consoleErrors.allow(/status of 503/)
  await using service = await openFaultUpstream({ fleet })
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
  try {
    const own = { KERBSIDE_AUTH: 'on', DATABASE_URL: postgres.url, REDIS_URL: redis.url }
    const env = { ...service.env, ...WITHOUT_READER, ...own }
    const dashboard = await startDashboard(env)
    await setUpAdministrator(page, dashboard, 'Ada', ADA)
    // A second node that has not cached the session.
    const other = await startDashboard(env)
    await page.goto(`${dashboard.url}/`)
    await expect(live(page)).toBeVisible()
    const shown = await rows(page).count()
    await Promise.all([postgres.stop(), redis.stop()])

    // A record whose opening cannot be audited is not shown, and the session stays.
    const record = await context.newPage()
    await record.goto(`${dashboard.url}/vehicles/${fleet.record(7, Date.now()).id}`)
    const notice = record
      .getByRole('alert')
      .filter({ hasText: 'Kerbside cannot reach its database' })
    await expect(notice.first()).toContainText('You are not signed out')
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${other.url}/`)
    await expect(elsewhere.getByText('Kerbside cannot reach its database').first()).toBeVisible()
    await page.waitForTimeout(20_000)
    expect(elsewhere.url()).not.toContain('sign-in')
    await expect(live(page)).toBeVisible()
    expect(await rows(page).count()).toBeGreaterThanOrEqual(shown / 2)
    expect(page.url()).not.toContain('sign-in')

    await Promise.all([postgres.start(), redis.start()])
    const driver = record.getByRole('region', { name: 'Driver' })
    await expect(async () => {
      if (await driver.isVisible()) return
      await record.getByRole('button', { name: 'Retry' }).first().click({ timeout: 1000 })
      await expect(driver).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(live(page)).toBeVisible()
    await expect(live(elsewhere)).toBeVisible()
  } finally {
    await Promise.all([postgres.remove(), redis.remove()])
  }
})
