import type { BrowserContext, Page } from '@playwright/test'
import { type Dashboard, expect } from '@/e2e/support/fixtures'
import { problemKinds } from '@/lib/api/contract/problems'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Outcome, Outcomes } from '@/lib/testing/fault-upstream/reply'

const CENTRE = { lat: 51.509865, lng: -0.118092 }

/** The fleet of every fault scenario. */
export const fleet = createDemoFleet({ centre: CENTRE, vehicles: 1500 })
const VEHICLE = fleet.record(7, Date.now())

const AREA = `/api/vehicles?position=${CENTRE.lat},${CENTRE.lng}&limit=20`
// A list younger than this is answered from the cache.
const FRESH_MS = 2_500
// Two sweeps of an area.
const UNHARMED_MS = 10_000
// A limit for what hangs: a rejected key pauses for 30 s, and a busy core takes its time.
const RECOVERED_MS = 120_000

/**
 * Without the directory's reader: it gives rows their names meanwhile, and rows
 * are compared by their texts.
 */
export const WITHOUT_READER = { DIRECTORY_CALLS_PER_SECOND: '0' }

/** Texts on the pages during the fault, besides the problem's name. */
export interface Words {
  readonly map?: RegExp
  /** On the map page behind the line of the area. */
  readonly details?: RegExp
  readonly record?: RegExp
}

export interface FaultScenario {
  readonly context: BrowserContext
  readonly dashboard: Dashboard
  readonly outcomes: Outcomes
  readonly words?: Words
  begin(): Promise<unknown>
  end(): Promise<unknown>
  /** Whether the views are live again within the time that a test waits; usually they are. */
  readonly recovers?: boolean
}

/**
 * Runs a fault against two open pages and three API calls: their answers, their
 * notices and their recovery.
 */
export async function runFaultScenario(scenario: FaultScenario): Promise<void> {
  const { context, dashboard, outcomes, words = {}, recovers = true } = scenario
  const { url } = dashboard
  const map = await context.newPage()
  await map.goto(url)
  await expect(rowsOf(map).first()).toBeVisible()
  const record = await context.newPage()
  await record.goto(`${url}/vehicles/${VEHICLE.id}`)
  await expect(record.getByRole('region', { name: 'Location' })).toBeVisible()
  const facts = await statusOf(record)
  // The record, which names the page, may load after its status.
  await expect(record.locator('h1')).toContainText(VEHICLE.facts.our_ref!)
  const title = await record.locator('h1').innerText()
  await expectAnswer(`${url}${AREA}&radius=1500`, 'answered', 'fresh')
  await map.waitForTimeout(FRESH_MS)

  // Read last: vehicles move, and their rows change.
  const shown = await listedIds(map)
  await scenario.begin()
  await expectAnswer(`${url}/api/vehicles/${VEHICLE.id}`, outcomes.record)
  await expectAnswer(`${url}${AREA}&radius=1400`, outcomes.list)
  await expectAnswer(`${url}${AREA}&radius=1500`, outcomes.list, 'stale')

  await expectNotice(map, outcomes.list, dashboard)
  await expectNotice(record, outcomes.record, dashboard)
  if (words.map) await expect(map.getByText(words.map).first()).toBeVisible()
  if (words.details) {
    const line = map.getByRole('button', { name: / around / })
    await line.click()
    await expect(map.getByText(words.details).first()).toBeVisible()
    await line.click()
  }
  if (words.record)
    await expect(record.locator('main').getByText(words.record).first()).toBeVisible()
  if (outcomes.list === 'answered' && outcomes.record === 'answered')
    await map.waitForTimeout(UNHARMED_MS)
  const kept = await listedIds(map)
  // A refreshed list may be reordered; one that cannot be refreshed stays as it was.
  const same = kept.filter((id) => shown.includes(id))
  expect(kept.length, 'vehicles in the list').toBeGreaterThanOrEqual(shown.length / 2)
  if (outcomes.list !== 'answered')
    expect(same.length, 'of them the same').toBeGreaterThan(shown.length / 2)
  expect(await record.locator('h1').innerText()).toBe(title)
  expect((await statusOf(record)).length).toBe(facts.length)

  await scenario.end()
  if (!recovers) return
  // A record that was not found or refused is not polled.
  if (['not-found', 'request-refused'].includes(outcomes.record))
    await record.getByRole('button', { name: 'Retry' }).click()
  const live = map.getByText(/^Live \d+s$/).first()
  await expect(live).toBeVisible({ timeout: RECOVERED_MS })
  await expect(noticesOf(map)).toHaveCount(0, { timeout: RECOVERED_MS })
  await expect(noticesOf(record)).toHaveCount(0, { timeout: RECOVERED_MS })
  await expect.poll(() => listedIds(map).then(({ length }) => length)).toBeGreaterThan(0)
}

/** Checks the answer to an API call. @param copy whether an earlier answer is cached */
async function expectAnswer(
  address: string,
  outcome: Outcome,
  copy: 'fresh' | 'stale' | null = null,
) {
  const response = await fetch(address)
  const text = await response.text()
  const isRefused = outcome === 'request-refused'
  expect(text.includes('own words'), text).toBe(isRefused)
  const body = JSON.parse(text)
  if (outcome === 'answered') {
    expect({ status: response.status, stale: body.meta?.stale }, text).toEqual({
      status: 200,
      stale: false,
    })
  } else if (copy === 'stale' && !isRefused) {
    const { stale, reason } = body.meta ?? {}
    expect({ status: response.status, stale, reason }).toEqual({
      status: 200,
      stale: true,
      reason: outcome,
    })
    expect(body.data.vehicles.length).toBeGreaterThan(0)
  } else {
    const { status, title } = problemKinds[outcome]
    const type = response.headers.get('content-type')
    expect({ status: response.status, type }).toEqual({ status, type: 'application/problem+json' })
    expect(body).toMatchObject({ type: `urn:kerbside:problem:${outcome}`, title, status })
  }
}

/** Checks that the page names the problem, the age of its data and the request id of the log. */
async function expectNotice(page: Page, outcome: Outcome, { process }: Dashboard): Promise<void> {
  if (outcome === 'answered') return
  const { title } = problemKinds[outcome]
  const notice = page
    .locator('main')
    .getByText(new RegExp(`^${title}\\. Showing data from \\d\\d:\\d\\d:\\d\\d`))
  await expect(notice.first()).toBeVisible()
  // Among the details, which may be closed.
  const request = await page
    .getByText(/^Request \S+$/)
    .first()
    .textContent()
  expect(process.output()).toContain(`"requestId":"${request?.replace('Request ', '')}"`)
}

function noticesOf(page: Page) {
  return page.locator('main').getByText(/\. Showing data from \d\d:\d\d:\d\d/)
}

const rowsOf = (page: Page) => page.getByRole('listbox').getByRole('option')

async function listedIds(page: Page): Promise<string[]> {
  const options = rowsOf(page)
  await expect(options.first()).toBeVisible()
  // Without its time in status and the times behind it, which grow.
  return options.evaluateAll((rows) =>
    rows.map(
      (row) =>
        row.getAttribute('aria-label')?.replace(/, (seen )?\d+. ago.*$| for [^,]*(?=, |$)/g, '') ??
        '',
    ),
  )
}

/** The labels of the live status. */
async function statusOf(page: Page): Promise<string[]> {
  const facts = page.getByRole('region', { name: 'Location' }).locator('dt')
  await expect(facts.first()).toBeVisible()
  return facts.allInnerTexts()
}
