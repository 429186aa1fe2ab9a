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

type Browser = Awaited<ReturnType<typeof openContext>>

/** Texts by field, of which a page shows at least one. */
type Traces = ReadonlyMap<string, readonly string[]>

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
    path: '/integration/vehicle',
    endpoint: /\/vehicles\/example$/,
    table: vehicleFields,
    within: (answer) => answer.vehicle as Json,
    ready: openTechnical,
  },
  {
    path: '/integration/booking',
    endpoint: /\/bookings\/example$/,
    table: bookingFields,
    within: (answer) => answer.booking as Json,
    ready: openTechnical,
  },
  {
    path: '/integration/booking',
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
    const shownBefore = new Map<Screen, Traces>()
    for (const screen of screens) {
      shownBefore.set(screen, await readUnchanged(browser, service, url, screen))
    }
    for (const { screen, field, value } of chosen) {
      const traces = shownBefore.get(screen)!
      const fault = await findFault(browser, service, url, screen, traces, field, value)
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

/** The label or the value of each field that the unchanged page shows. */
async function readUnchanged(
  { context }: Browser,
  service: TestService,
  url: string,
  screen: Screen,
): Promise<Traces> {
  const traces = new Map<string, readonly string[]>()
  if (screen.path === '/') return traces
  let answered: Json = {}
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    if (!screen.endpoint.test(new URL(request.url).pathname)) return response
    const body = (await response.json()) as Json
    answered = screen.within(body)
    return Response.json(body)
  })
  const page = await context.newPage()
  try {
    await page.goto(url + screen.path)
    await screen.ready(page)
    const text = await readOutsideTechnical(page)
    for (const [field, { label }] of Object.entries(screen.table)) {
      const value = answered[field]
      const written = typeof value === 'string' && value !== '' ? [label, value] : [label]
      const shown = written.filter((trace) => text.includes(trace))
      if (shown.length > 0) traces.set(field, shown)
    }
    return traces
  } finally {
    await page.close()
  }
}

async function findFault(
  { context, unexpected }: Browser,
  service: TestService,
  url: string,
  screen: Screen,
  traces: Traces,
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
    const lost = await lostNeighbours(page, traces, field)
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

/** Other fields of the record that the page showed before and no longer shows. */
async function lostNeighbours(page: Page, traces: Traces, field: string): Promise<string | null> {
  if (field === 'id' || (await problemOf(page).count()) > 0) return null
  const text = await readOutsideTechnical(page)
  const lost: string[] = []
  for (const [name, shown] of traces) {
    if (name === field) continue
    if (!shown.some((trace) => text.includes(trace))) lost.push(name)
  }
  return lost.length > 0 ? lost.join(', ') : null
}

/** The page's text without the raw JSON, which always has every field. */
async function readOutsideTechnical(page: Page): Promise<string> {
  const main = page.locator('main')
  await main.locator('details').evaluateAll((folds: HTMLDetailsElement[]) => {
    for (const fold of folds) fold.open = false
  })
  return main.innerText()
}
