import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FullConfig, Page } from '@playwright/test'
import { startForTest } from '@/e2e/support/dashboard'
import { type Dashboard, expect, test as onDemo } from '@/e2e/support/fixtures'
import { PHONE } from '@/e2e/support/phone'
import { openTechnical } from '@/e2e/support/technical'
import type { Answer } from '@/lib/api/contract/answers'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import { reasonNotToCompare, writeRecordedWith } from './recorded-with'

const FROZEN_AT = '2026-06-15T10:00:00Z'
const FROZEN_CLOCK = pathToFileURL(join(import.meta.dirname, 'frozen-clock.js')).href
/** Of the demo: its own city, at a moment at which it always looks the same. */
const FROZEN_DEMO = {
  REFERENCE_CENTRE: '',
  FROZEN_AT,
  NODE_OPTIONS: `--import ${FROZEN_CLOCK}`,
}

/** Of a picture; a label that is missing makes more. */
const MOST_DIFFERENT_PIXELS = 40
/** Of two colours, from 0 to 1; a token that changed by one step of a scale differs more. */
const COLOUR_TOLERANCE = 0.02

const SCREENS = {
  wide: { width: 1440, height: 900 },
  laptop: { width: 1024, height: 768 },
  phone: PHONE.viewport,
}

interface View {
  readonly scheme: 'light' | 'dark'
  readonly screen: keyof typeof SCREENS
  readonly open: (page: Page) => Promise<void>
}

const firstVehicle = (page: Page) => page.getByRole('listbox').getByRole('option').first()

/** The list, with the addresses that come after it, and the ground. */
async function openMap(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await expectGround(page)
  await expect(firstVehicle(page)).toContainText('near')
  await expect(page.getByRole('combobox').first()).toHaveValue(/[A-Z]/)
}

async function expectGround(page: Page): Promise<void> {
  await expect(page.locator('canvas.leaflet-tile-loaded')).not.toHaveCount(0)
  await expect(page.locator('canvas.leaflet-tile:not(.leaflet-tile-loaded)')).toHaveCount(0)
}

/** Of the demo until the moment at which it stands; some of them are sent late. */
const DELIVERIES = 352
const ALL_DELIVERED_MS = 60_000

async function deliveries(page: Page): Promise<number> {
  const response = await page.request.get('/api/bookings/arrived?after=0')
  const { data }: Answer<{ readonly bookings: readonly ArrivedBooking[] }> = await response.json()
  return data.bookings.reduce((sum, booking) => sum + booking.deliveries, 0)
}

const views: Readonly<Record<string, View>> = {
  'map-with-card': {
    scheme: 'light',
    screen: 'wide',
    open: async (page) => {
      await openMap(page)
      await firstVehicle(page).click()
      await expect(page.getByRole('region', { name: 'Selected vehicle' })).toBeVisible()
    },
  },
  'list-with-filters': {
    scheme: 'dark',
    screen: 'laptop',
    open: async (page) => {
      await openMap(page, '/?status=available')
      await page.getByRole('button', { name: /^Filters/ }).click()
    },
  },
  'pick-up': {
    scheme: 'light',
    screen: 'laptop',
    open: async (page) => {
      await openMap(page, '/?panel=pickup&pickup=-34.9055,-56.186')
      await expect(page.getByText(/By road/)).toBeVisible()
    },
  },
  replay: {
    scheme: 'dark',
    screen: 'laptop',
    open: async (page) => {
      await openMap(page)
      await page.keyboard.press('h')
      await expect(page.getByRole('slider', { name: 'Moment of the replay' })).toBeVisible()
    },
  },
  'wait-map-on-phone': {
    scheme: 'dark',
    screen: 'phone',
    open: async (page) => {
      await openMap(page)
      await page.keyboard.press('e')
      await expect(page.getByRole('region', { name: 'Wait map' })).toContainText('longest near')
    },
  },
  'map-on-phone': {
    scheme: 'light',
    screen: 'phone',
    open: async (page) => {
      await openMap(page)
    },
  },
  record: {
    scheme: 'dark',
    screen: 'laptop',
    open: async (page) => {
      await openMap(page)
      await firstVehicle(page).dblclick()
      await expect(page.getByRole('heading', { name: 'Driver' })).toBeVisible()
    },
  },
  booking: {
    scheme: 'light',
    screen: 'laptop',
    open: async (page) => {
      await page.goto('/integration/booking')
      await expect(page.getByRole('heading', { name: 'Totals', exact: true })).toBeVisible()
    },
  },
  bookings: {
    scheme: 'light',
    screen: 'wide',
    open: async (page) => {
      await expect.poll(() => deliveries(page), { timeout: ALL_DELIVERED_MS }).toBe(DELIVERIES)
      await page.goto('/bookings?source=all')
      await expect(page.getByRole('row').nth(3)).toBeVisible()
      await expectGround(page)
    },
  },
  'look-up': {
    scheme: 'dark',
    screen: 'laptop',
    open: async (page) => {
      await page.goto('/lookup?our_ref=KB-10x')
      await expect(page.getByText('The service has no vehicle with this reference')).toBeVisible()
    },
  },
  'example-vehicle': {
    scheme: 'light',
    screen: 'laptop',
    open: async (page) => {
      await page.goto('/integration/vehicle')
      await openTechnical(page)
    },
  },
}

const START_MS = 200_000

const test = onDemo.extend<object, { dashboard: Dashboard }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const started = startForTest(FROZEN_DEMO)
      await use({ url: await started.url, process: started })
      await started.stop()
    },
    { scope: 'worker', timeout: START_MS },
  ],
})

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
test.beforeEach(({}, { config }) => {
  const reason = isRecording(config) ? null : reasonNotToCompare()
  test.skip(reason !== null, reason ?? '')
})

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
test.afterAll(({}, { config }) => {
  if (isRecording(config)) writeRecordedWith()
})

for (const [name, view] of Object.entries(views)) {
  test(`${name} looks as recorded`, async ({ page }) => {
    await freeze(page, view)
    await view.open(page)
    await expect(page.getByText('Service OK')).toBeAttached()
    await expectRecorded(page, name)
  })
}

test('sign-in looks as recorded', async ({ page, startDashboard }) => {
  const { url } = await startDashboard({ ...FROZEN_DEMO, KERBSIDE_AUTH: 'on' })
  await freeze(page, { scheme: 'light', screen: 'laptop' })
  await page.goto(`${url}/sign-in`)
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(page.getByText('Nobody can sign in yet')).toBeVisible()
  await expectRecorded(page, 'sign-in')
})

/** As `npm run pictures` does. */
function isRecording({ updateSnapshots }: FullConfig): boolean {
  return updateSnapshots === 'changed' || updateSnapshots === 'all'
}

async function freeze(page: Page, { scheme, screen }: Pick<View, 'scheme' | 'screen'>) {
  await page.clock.setFixedTime(FROZEN_AT)
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize(SCREENS[screen])
}

/** Waits until the picture stays as it is. Fewer pixels differ between two runs on one machine. */
async function expectRecorded(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await expect(page).toHaveScreenshot(`${name}.png`, {
    maxDiffPixels: MOST_DIFFERENT_PIXELS,
    threshold: COLOUR_TOLERANCE,
  })
}
