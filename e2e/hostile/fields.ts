import type { Page } from '@playwright/test'
import { none, type SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { openService, type TestService } from '@/e2e/support/service'
import { openTechnical } from '@/e2e/support/technical'
import { problemKinds } from '@/lib/api/contract/problems'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { openContext } from './browser'

type Json = Record<string, unknown>

const SCRIPT = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'

const MEGABYTE = '1 MB'

/** Values that a field may have instead of a documented one. */
const values: Record<string, unknown> = {
  absent: undefined,
  null: null,
  'another type': [{ deep: [true] }],
  // Just below a record's size limit.
  'very long': 'm'.repeat(200_000),
  // Above a record's size limit, below a list's.
  [MEGABYTE]: 'm'.repeat(1024 * 1024),
  markup: SCRIPT,
  formula: '=HYPERLINK("https://evil.invalid","x")',
  'prototype key': JSON.parse('{"__proto__": {"polluted": true}}'),
  bidi: '\u202e\u2066gnp.exe\u0000\u200f',
}

interface Screen {
  readonly path: string
  readonly endpoint: RegExp
  readonly table: FieldTable
  /** The object of the answer that holds the fields. */
  readonly within: (answer: Json) => Json
  readonly ready: (page: Page) => Promise<unknown>
}

const screens: readonly Screen[] = [
  {
    path: '/vehicles/example',
    endpoint: /\/vehicles\/example$/,
    table: vehicleFields,
    within: (answer) => answer.vehicle as Json,
    ready: openTechnical,
  },
  {
    path: '/bookings/example',
    endpoint: /\/bookings\/example$/,
    table: bookingFields,
    within: (answer) => answer.booking as Json,
    ready: openTechnical,
  },
  {
    path: '/bookings/example',
    endpoint: /\/bookings\/example$/,
    table: totalsFields,
    within: (answer) => (answer.booking as Json).totals as Json,
    ready: openTechnical,
  },
  {
    path: '/',
    endpoint: /\/vehicles$/,
    table: vehicleSearchObjectFields,
    within: (answer) => (answer.vehicles as Json[])[0] as Json,
    // The second row: the first is the changed one.
    ready: (page) => page.getByRole('listbox').getByRole('option').nth(1).waitFor(),
  },
]

/** Every documented field with every hostile value, shown in a browser. */
export const fields: SuitePart = async ({ quick, log }) => {
  const service = await openService({ vehicles: 60 })
  const dashboard = startProcess(service.env)
  const browser = await openContext()
  try {
    const url = await dashboard.url
    const cases = screens.flatMap((screen) =>
      Object.keys(screen.table).flatMap((field) =>
        Object.keys(values).map((value) => ({ screen, field, value })),
      ),
    )
    const chosen = quick ? cases.filter((_, index) => index % 13 === 0) : cases
    const broken: string[] = []
    for (const { screen, field, value } of chosen) {
      const fault = await findFault(browser, service, url, screen, field, value)
      if (fault === null) continue
      broken.push(field)
      log(`${screen.path} ${field} ${value}: ${fault}`)
    }
    return {
      title: 'Hostile fields',
      rows: [
        none(
          `${chosen.length} of ${cases.length} documented fields × hostile values in Chromium: crashes, scripts run, policy violations, or lost neighbours`,
          broken.length,
        ),
      ],
    }
  } finally {
    await browser.close()
    await dashboard.stop()
    await service.stop()
  }
}

async function findFault(
  { context, unexpected }: Awaited<ReturnType<typeof openContext>>,
  service: TestService,
  url: string,
  screen: Screen,
  field: string,
  value: string,
): Promise<string | null> {
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    if (!screen.endpoint.test(new URL(request.url).pathname)) return response
    const body = (await response.json()) as Json
    screen.within(body)[field] = values[value]
    return Response.json(body)
  })
  const before = unexpected().length
  const page = await context.newPage()
  try {
    await page.goto(url + screen.path)
    // A record without an id or a booking without totals may be a problem;
    // the page must then show it.
    await Promise.race([screen.ready(page), problemOf(page).first().waitFor()])
    const hit = await page.evaluate(
      () => (window as { hit?: number }).hit ?? ({} as { polluted?: unknown }).polluted,
    )
    if (hit !== undefined) return 'script ran or prototype changed'
    if ((await page.getByText('This page failed').count()) > 0) return 'the page crashed'
    const isTooLarge = value === MEGABYTE && screen.path !== '/'
    if (isTooLarge && (await page.getByText(problemKinds['too-large'].title).count()) === 0)
      return 'not told to be too large'
    const lost = await lostNeighbours(page, screen, field)
    if (lost !== null) return `lost: ${lost}`
    return unexpected().slice(before).join('; ') || null
  } catch (error) {
    return String(error).split('\n')[0] ?? 'failed'
  } finally {
    await page.close()
  }
}

// Within `main`: every page also has Next's route announcer, an alert for screen readers.
const problemOf = (page: Page) => page.locator('main').getByRole('alert')

/** Other fields of the record that the page no longer shows. */
async function lostNeighbours(page: Page, screen: Screen, field: string): Promise<string | null> {
  if (screen.path === '/' || field === 'id' || (await problemOf(page).count()) > 0) return null
  const text = await page.locator('main').innerText()
  const neighbours = Object.entries(screen.table).filter(([name]) => name !== field)
  // A label may share its line with its currency; the field's own label is always on the page.
  const lost = neighbours.filter(
    ([name, { label }]) => !/currency$/.test(name) && !text.includes(label),
  )
  return lost.length > 0 && lost.length < neighbours.length
    ? lost.map(([name]) => name).join(', ')
    : null
}
