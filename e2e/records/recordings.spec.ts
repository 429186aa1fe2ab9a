import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import type { RecordedTrail, TrailPoint } from '@/lib/api/contract/recording'

const BEGINS_MS = Date.parse('2026-05-01T15:00:00Z')
const at = (minutes: number, seconds = 0) => BEGINS_MS + minutes * 60_000 + seconds * 1000
const directory = { our_ref: 'KB-1205', licence_plate: null, active_booking_id: null }
const area = { position: { lat: 51.5, lng: -0.1 }, radius: 5_000, type: null }

function point(atMs: number, lat: number, status = 'busy', lastMs = atMs): TrailPoint {
  const [reportedAt, lastReportedAt] = [atMs, lastMs].map((ms) => new Date(ms).toISOString()) as [
    string,
    string,
  ]
  return { atMs, lastMs, lat, lng: -0.1, status, reportedAt, lastReportedAt }
}

/**
 * Drives 4.8 km in ten minutes, stands for ten, is not known for five, and stands
 * there again until it leaves.
 */
const drive = Array.from({ length: 121 }, (_, n) => point(at(0, n * 5), 51.5 + (n * 40) / 111_195))
const there = drive.at(-1)?.lat ?? 0
const trail: RecordedTrail = {
  id: 'v-7',
  directory,
  untilMs: at(60),
  parts: [
    { kind: 'points', points: [...drive, point(at(10, 5), there, 'available', at(20))] },
    {
      kind: 'break',
      fromMs: at(20),
      toMs: at(25),
      reason: 'service',
      problem: 'upstream-unreachable',
    },
    { kind: 'points', points: [point(at(25), there, 'available', at(40))] },
    { kind: 'break', fromMs: at(40), toMs: at(60), reason: 'absent', problem: null },
  ],
}

/** Answers as the server does; nothing of a demo fleet would stand still to be asked for. */
async function answer(page: Page, path: string, data: unknown): Promise<void> {
  const fetchedAt = new Date().toISOString()
  const meta = {
    fetchedAt,
    ageMs: 0,
    stale: false,
    reason: null,
    partial: false,
    dropped: 0,
    requestId: 'r',
  }
  await page.route(path, (route) => route.fulfill({ json: { data, meta } }))
}

async function answerAreas(page: Page): Promise<void> {
  const times = { fromMs: at(0), toMs: at(60) }
  const recorded = {
    search: area,
    fromMs: at(0),
    toMs: at(60),
    isRecording: true,
    recorded: [times],
  }
  await answer(page, '**/api/recording/areas*', { areas: [recorded] })
}

test('the past of a vehicle: the last hour at once, another one, stops and drives, gaps, and the file', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 404/)
  await answerAreas(page)
  await answer(page, '**/api/recording/vehicle?*', trail)
  const first = page.waitForRequest('**/api/recording/vehicle?*')
  await page.goto('/vehicles/v-7')
  await page.getByRole('button', { name: 'Where was it?' }).click()
  // The last hour at once, which the address then names.
  const hour = new URL((await first).url()).searchParams
  const lengthMs = Date.parse(hour.get('to') ?? '') - Date.parse(hour.get('from') ?? '')
  expect(lengthMs).toBe(60 * 60_000)
  await expect(page).toHaveURL(/[?&]from=/)
  await page.getByLabel('From').fill('2026-05-01 16:00')
  await page.getByLabel('To', { exact: true }).fill('1 May 2026, 5 pm')
  const asked = page.waitForRequest('**/api/recording/vehicle?*')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const { searchParams } = new URL((await asked).url())
  expect(Object.fromEntries(searchParams)).toEqual({
    id: 'v-7',
    from: '2026-05-01T15:00:00.000Z',
    to: '2026-05-01T16:00:00.000Z',
  })

  await expect(page.getByText('2 stops, 4.8 km driven. Position unknown for 25 min.')).toBeVisible()
  const table = page.getByRole('region', { name: 'Stops and drives' })
  await expect(table.getByRole('row')).toHaveText([
    /^From/,
    /1 May, 16:00.*1 May, 16:10.*10 min.*Drove 4\.8 km.*29 km\/h on average, 29 km\/h at most.*Busy/,
    /1 May, 16:10.*1 May, 16:20 or later.*10 min.*1\. Stopped.*Busy.*Available/,
    /1 May, 16:20.*1 May, 16:25.*5 min.*Position unknown\. Service unreachable/,
    /1 May, 16:25 or earlier.*1 May, 16:40 or later.*15 min.*2\. Stopped.*Available/,
    /1 May, 16:40.*1 May, 17:00.*20 min.*Position unknown\. Outside the recorded area/,
  ])
  await expect(table.getByRole('link', { name: 'Replay' }).first()).toHaveAttribute(
    'href',
    '/?position=51.5,-0.1&radius=5000&vehicle=v-7&at=2026-05-01T15%3A00%3A00Z',
  )
  await table.getByRole('button', { name: 'Show on the map' }).first().click()
  const speeds = table.getByRole('region', { name: 'Speeds between the points of this drive' })
  await expect(speeds.getByRole('row').nth(1)).toHaveText(/16:00:05.*40 m.*29 km\/h/)
  await expectNoAxeViolations(page)
  await table.getByRole('combobox', { name: 'Stops of at least' }).selectOption('30 min')
  await expect(page.getByText(/^0 stops/)).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'GeoJSON' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe(
    'kerbside-KB-1205-20260501T150000Z-20260501T160000Z.geojson',
  )
  const { features } = JSON.parse(await readFile(await file.path(), 'utf8'))
  const [line] = features
  expect(line.geometry.coordinates).toHaveLength(2)
  expect(line.geometry.coordinates[0][0]).toEqual([-0.1, 51.5])
  expect(line.properties.coordinateProperties.times[0][0]).toBe('2026-05-01T15:00:00Z')
})

test('the trails of all vehicles of a replayed area are saved as a file', async ({ page }) => {
  await page.route('**/api/recording/export?*', (route) => route.fulfill({ body: 'file' }))
  await page.goto('/?position=51.5,-0.1&radius=5000&at=2026-05-01T16:00:00Z')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Download trails' })
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Format').selectOption('CSV')
  const exported = page.waitForRequest('**/api/recording/export?*')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect(Object.fromEntries(new URL((await exported).url()).searchParams)).toEqual({
    position: '51.5,-0.1',
    radius: '5000',
    format: 'csv',
    from: '2026-05-01T15:00:00.000Z',
    to: '2026-05-01T16:00:00.000Z',
  })
  expect((await saved).suggestedFilename()).toBe(
    'kerbside-51.5,-0.1-5000m-20260501T150000Z-20260501T160000Z.csv',
  )
  await expect(dialog).toHaveCount(0)
})

test('the addresses of the former page of recordings lead to a vehicle’s past, or to the map', async ({
  request,
}) => {
  const locationOf = async (path: string) => {
    const { status, headers } = await request
      .get(path, { maxRedirects: 0 })
      .then((answer) => ({ status: answer.status(), headers: answer.headers() }))
    return [status, headers.location]
  }
  const span = 'from=2026-05-01T15:00:00.000Z&to=2026-05-01T16:00:00.000Z'
  const [status, location = ''] = await locationOf(`/recording?id=a%20b&${span}`)
  expect(status).toBe(308)
  const { pathname, searchParams } = new URL(String(location), 'http://kerbside.invalid')
  expect(pathname).toBe('/vehicles/a%20b')
  expect(searchParams.get('from')).toBe('2026-05-01T15:00:00.000Z')
  expect(await locationOf('/recording?ask=areas')).toEqual([308, '/?ask=areas'])
  // Ids that Next does not escape in a path.
  for (const id of ['%E6%97%A5', '50%25', 'a%2Fb', 'a%23b', 'a%3Fb', '..'])
    expect(await locationOf(`/recording?id=${id}`)).toEqual([308, `/?id=${id}`])
})
