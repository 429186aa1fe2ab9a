import { expect, type Page } from '@playwright/test'
import type { TestService } from '@/e2e/support/service'
import { COAST_LATITUDE } from '@/lib/testing/maps/test-map'
import { contrastsOf, type Patch } from './contrast-on-pixels'
import { boxOf, mapOf, refresh } from './on-map'

// Source: WCAG 2.2, 1.4.11 for marks and 1.4.3 for text
const MARK_CONTRAST = 3
const TEXT_CONTRAST = 4.5

// Half of the search circle is on land, half on water.
const CENTRE = { lat: COAST_LATITUDE, lng: -0.11 }
const ZOOM = 15
const RADIUS_PX = 320
const COSINE = Math.cos((CENTRE.lat * Math.PI) / 180)
const RADIUS_METRES = Math.round((RADIUS_PX * 40_075_017 * COSINE) / (256 * 2 ** ZOOM))

const VIEW = `?position=${CENTRE.lat},${CENTRE.lng}&radius=${RADIUS_METRES}&map=${CENTRE.lat},${CENTRE.lng}@${ZOOM}&cluster=on`

// One of each shape.
const statuses = ['available', 'busy', 'reserved', 'offline', 'out_of_service', 'delivering']
const agesMs = { fresh: 0, ageing: 120_000, stale: 900_000 }

/** A vehicle at pixels right of and below the middle of the map: land is above it, water below. */
interface Mark {
  readonly id: string
  readonly right: number
  readonly down: number
  readonly status: string
  readonly ageMs?: number
  readonly our_ref?: string
}

const placed = (down: number) => (down < 0 ? 'on land' : 'on water')

const singles = [-70, 70].flatMap((down) =>
  statuses.flatMap((status, kind) =>
    Object.entries(agesMs).map(
      ([age, ageMs], n): Mark => ({
        id: `${age} ${status} ${placed(down)}`,
        // Fewer than four in a cell of 64 pixels, which would be grouped.
        right: (kind * 3 + n - 8.5) * 32,
        down,
        status,
        ageMs,
      }),
    ),
  ),
)
const grouped = [-160, 160].flatMap((down) =>
  statuses.map((status): Mark => ({ id: `grouped ${status} ${placed(down)}`, right: 0, down, status })),
)
const named = [-180, 180].map(
  (down): Mark => ({
    id: `named ${placed(down)}`,
    right: 130,
    down,
    status: 'available',
    our_ref: 'KB-1717',
  }),
)
// Outside of the circle, where the ground is shaded.
const departed = [-355, 355].flatMap((down) =>
  statuses.map(
    (status, n): Mark => ({
      id: `departed ${status} ${placed(down)}`,
      right: (n - 2.5) * 48,
      down,
      status,
    }),
  ),
)
const remaining: readonly Mark[] = [...singles, ...grouped, ...named]

/** Opens the map with vehicles of every look, some of which have just left. */
export async function showAllMarks(page: Page, service: TestService, url: string): Promise<void> {
  const answerWith = (marks: readonly Mark[]) =>
    service.answerWith((request, usual) =>
      request.url.includes('/vehicles?') ? answerOf(marks) : usual(request),
    )
  answerWith([...remaining, ...departed])
  await page.goto(`${url}/${VIEW}`, { waitUntil: 'commit' })
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  answerWith(remaining)
  await refresh(page, service)
  await expect(page.getByText(`${departed.length} no longer here`)).toBeVisible()
}

/** A search answer of the service. */
function answerOf(marks: readonly Mark[]): Response {
  const degrees = 360 / (256 * 2 ** ZOOM)
  const vehicles = marks.map(({ id, right, down, status, ageMs = 0, our_ref }) => ({
    id,
    status,
    our_ref,
    mtime: new Date(Date.now() - ageMs).toISOString(),
    position: { lat: CENTRE.lat - down * degrees * COSINE, lng: CENTRE.lng + right * degrees },
  }))
  return Response.json({ query: '', total: vehicles.length, vehicles })
}

/** Marks that do not stand out from the ground round them, with their contrast. */
export async function faintMarks(page: Page): Promise<[string, number][]> {
  const box = await boxOf(mapOf(page))
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const patch = (
    name: string,
    right: number,
    down: number,
    reach: Patch['reach'],
    pixels: number,
  ): Patch => ({
    name,
    x: middle.x + right,
    y: middle.y + down,
    reach,
    pixels,
  })
  const names = named.map(({ down }) => patch(`name ${placed(down)}`, 130 + 46, down, [32, 12], 60))
  const diagonal = RADIUS_PX * Math.SQRT1_2
  const marks = [
    // Half of an outline of 48 pixels; the other half is between two pixels.
    ...[...singles, ...departed].map(({ id, right, down }) => patch(id, right, down, [16, 16], 24)),
    ...[-160, 160].map((down) => patch(`group ${placed(down)}`, 0, down, [45, 45], 60)),
    ...[-1, 1].map((side) => patch(`circle ${placed(side)}`, side * diagonal, side * diagonal, [10, 10], 20)),
    patch('focus ring', 0, 0, [27, 27], 120),
  ]
  const pictures = await takePictures(page)
  const reached = await contrastsOf(page, pictures, [...marks, ...names])
  const isFaint = (wanted: number) => (one: Patch) => (reached[one.name] as number) < wanted
  return [...marks.filter(isFaint(MARK_CONTRAST)), ...names.filter(isFaint(TEXT_CONTRAST))].map(
    ({ name }) => [name, reached[name] as number],
  )
}

/** With marks on the ground, the search's centre focused, and without. */
async function takePictures(page: Page): Promise<{ marked: Buffer; bare: Buffer }> {
  // Chromium shows the ring after a key only.
  await page.keyboard.press('Shift')
  await page.locator('.map-centre').focus()
  const marked = await page.screenshot({ animations: 'disabled' })
  const setVisibility = (visibility: string) =>
    page.evaluate((visibility) => {
      const drawn = '.leaflet-vehicles-pane, .leaflet-marker-pane, .map-circle'
      for (const one of document.querySelectorAll<HTMLElement | SVGElement>(drawn))
        one.style.visibility = visibility
    }, visibility)
  await setVisibility('hidden')
  const bare = await page.screenshot({ animations: 'disabled' })
  await setVisibility('')
  return { marked, bare }
}
