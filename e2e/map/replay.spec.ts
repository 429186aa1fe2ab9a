import type { Page } from '@playwright/test'
import { changeAnswers } from '@/e2e/support/change-answers'
import { expect, test } from '@/e2e/support/fixtures'
import { onPhone } from '@/e2e/support/phone'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'
import type { Answer } from '@/lib/api/contract/answers'
import type { RecordingTimeline } from '@/lib/api/contract/recording'
import { readAnswer } from '@/lib/testing/recording/recorded-client'
import { atRest, boxOf, hover, middleOf, parameterOf, refresh } from './on-map'

const { lat, lng } = STANDING_CENTRE
const ZOOM = 16
const area = `position=${lat},${lng}&radius=5000`
const PIXEL_DEGREES = (360 / (256 * 2 ** ZOOM)) * Math.cos((lat * Math.PI) / 180)

/** Where the map draws points due north of the search's centre. */
async function northOfCentre(page: Page, degrees: number) {
  const { x, y } = await atRest(() => middleOf(page.locator('.map-centre')))
  return { x, y: y - degrees / PIXEL_DEGREES }
}

test('the past is as it was streamed, with the call signs known now, a gap is named, and Live returns', async ({
  page,
  startService,
  startDashboard,
}) => {
  // Most of its time it waits for the recording.
  test.slow()
  const service = await startService({
    fleet: standingFleet(3, (index) => ({ our_ref: `KB-${index + 1}` })),
  })
  const { url } = await startDashboard({ ...service.env, RECORDING_HOURS: '1' })
  const row = page.getByRole('option').filter({ hasText: 'Make 2' })
  /** Moves the second vehicle north, until it is streamed. */
  const move = async (status: string, north: number): Promise<void> => {
    service.answerWith(async (request, answer) => {
      const body = await (await answer(request)).json()
      for (const one of body.vehicles ?? [])
        if (one.id === 'v-2') Object.assign(one, { status, position: { lat: lat + north, lng } })
      return Response.json(body)
    })
    await refresh(page, service)
    await expect(row).toContainText(new RegExp(status, 'i'))
  }
  const at = () => Date.parse(parameterOf(page, 'at') ?? '')
  type Find = (timeline: RecordingTimeline) => number | undefined | Promise<number | undefined>
  const recorded = async (find: Find): Promise<number> => {
    let found: number | undefined
    await expect(async () => {
      const answer = await page.request.get(`${url}/api/recording?${area}`)
      found = await find(((await answer.json()) as Answer<RecordingTimeline>).data)
      expect(found).toBeDefined()
    }).toPass({ intervals: [50] })
    return found as number
  }
  // A refresh reopens the page's own stream: without another one the area
  // would be left for a moment.
  const watching = new AbortController()
  await fetch(`${url}/api/live?${area}&every=5`, { signal: watching.signal })
  await page.goto(`${url}/?${area}&map=${lat},${lng}@${ZOOM}&vehicle=v-2`)
  await expect(row).toContainText('Available')
  await expect(row).toHaveText(/^Make 2/)
  await move('busy', 0.001)
  const busyMs = await recorded(async ({ area: { toMs } }) => {
    // Counts are taken every ten seconds, and when the service fails or answers again: the
    // last list itself says it.
    const last = new Date(toMs ?? 0).toISOString()
    const list = await page.request.get(
      `${url}/api/recording/frames?${area}&from=${last}&to=${last}`,
    )
    const vehicles = readAnswer(await list.body()).lists.at(-1)?.list ?? []
    return vehicles.some(({ status }) => status === 'busy') ? (toMs ?? undefined) : undefined
  })
  service.answerWith(() => new Response('', { status: 403 }))
  await refresh(page, service)
  const gapMs = await recorded(
    ({ gaps }) => gaps.find(({ reason }) => reason === 'service')?.fromMs,
  )
  await move('reserved', 0.003)
  const reservedMs = await recorded(
    ({ counts }) => counts.findLast(({ byStatus }) => byStatus.reserved === 1)?.atMs,
  )

  // The area is recorded for less than the minute by which a replay goes back.
  const firstMs = await recorded(({ stretches }) => stretches[0]?.fromMs)
  await page.keyboard.press('h')
  const replay = page.getByRole('region', { name: 'Replay' })
  const slider = replay.getByRole('slider', { name: 'Moment of the replay' })
  await expect(slider).toBeVisible()
  await expect(page).toHaveTitle(/^Replay · 5 km around/)
  await expect.poll(at).toBe(firstMs)
  await expect(row).toContainText('Available')
  const time = replay.getByRole('textbox', { name: 'Go to a time' })
  await time.fill(new Date(busyMs).toISOString())
  await time.press('Enter')
  await expect(row).toContainText(/Busy.*110 m N/)
  await expect
    .poll(() => parameterOf(page, 'at'))
    .toBe(new Date(busyMs).toISOString().replace('.000', ''))
  await expect(await hover(page, await northOfCentre(page, 0.001))).toContainText(/Make 2.* busy/)
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options).toHaveText([/Make 1/, /Make 2/, /Make 3/])

  await page.keyboard.press(']')
  await expect(replay.getByRole('status')).toContainText('The service refused access')
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    /^[\d:]+, gap: The service refused access$/,
  )
  await expect(row).toContainText(/Busy.*110 m N/)
  await expect.poll(at).toBeGreaterThanOrEqual(gapMs)
  await page.keyboard.press(']')
  await expect(row).toContainText(/Reserved.*330 m N/)
  await expect(replay.getByRole('status')).toBeHidden()
  await expect(replay.locator('time')).toHaveAttribute(
    'datetime',
    new Date(reservedMs).toISOString(),
  )
  await expect(await hover(page, await northOfCentre(page, 0.003))).toContainText(
    /Make 2.* reserved/,
  )
  await expect(options).toHaveText([/Make 1/, /Make 3/, /Make 2/])
  // A click selects the vehicle that was pressed, though its row is of another one by then.
  const second = await middleOf(options.nth(1))
  await page.mouse.move(second.x, second.y)
  await page.mouse.down()
  await page.keyboard.press('[')
  await expect(replay.getByRole('status')).toBeVisible()
  await expect(options).toHaveText([/Make 1/, /Make 2/, /Make 3/])
  await page.mouse.up()
  await expect.poll(() => parameterOf(page, 'vehicle')).toBe('v-3')

  await expect.poll(at).toBeLessThan(reservedMs)
  const link = page.url()
  await replay.getByRole('button', { name: 'Live' }).click()
  await expect(replay).toBeHidden()
  await expect(row).toContainText(/Reserved.*330 m N/)
  await expect(page).toHaveTitle(/^2 available/)
  const recordingFailure = { sinceMs: reservedMs, reason: 'disk-full', failing: 2, areas: 2 }
  await changeAnswers(page, '**/api/service', (data) => ({ ...data, recordingFailure }))
  // Filters are applied to what was then: now none is busy.
  await page.goto(`${link}&status=busy`)
  await expect(row).toContainText(/Busy.*110 m N/)
  await expect(options).toHaveCount(1)
  await expect(replay.getByRole('status')).toContainText('The service refused access')
  await expect(
    page.getByText(/^Nothing has been recorded since .*: the disk is full\./),
  ).toBeVisible()
  const desktop = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ ...desktop, width: 768 })
  await expect.poll(async () => (await boxOf(slider)).width).toBeGreaterThan(600)
  await page.setViewportSize(desktop)
  await onPhone(page, async () => {
    await time.fill('yesterday 16:02')
    const isWhole = await time.evaluate((input) => input.scrollWidth <= input.clientWidth)
    expect(isWhole, 'the time is not cut').toBe(true)
    await time.fill('')
    // A gap says why it is one before anyone goes there.
    const touch = await page.context().newCDPSession(page)
    const dispatch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    const [min = 0, max = 0] = await slider.evaluate(({ min, max }: HTMLInputElement) => [
      +min,
      +max,
    ])
    const { x, y, width, height } = await boxOf(slider)
    const inGap = { x: x + 8 + ((width - 16) * (gapMs - min)) / (max - min), y: y + height / 2 }
    const reason = replay.getByText(/^[\d:]+ to [\d:]+: The service refused access$/)
    await dispatch('touchStart', [inGap])
    await expect(reason).toBeInViewport({ ratio: 0.99 })
    await dispatch('touchEnd', [])
    await expect(reason).toBeHidden()
    await touch.detach()
  })

  // A record that is opened makes its names known, also where the vehicle was recorded without.
  expect((await page.request.get(`${url}/api/vehicles/v-2`)).ok()).toBe(true)
  // A link to a moment before the recording begins shows nothing, and leads to the first list.
  await page.goto(`${url}/?${area}&at=${new Date(firstMs - 3_600_000).toISOString()}`)
  const before = replay.getByText(/^This area has no recording before/)
  await expect(before).toBeVisible()
  await expect(row).toBeHidden()
  await replay.getByRole('button', { name: /^Go to \d/ }).click()
  await expect.poll(at).toBe(firstMs)
  await expect(row).toContainText('Available')
  await expect(row).toHaveText(/^KB-2 .*Make 2/)
  await expect(before).toBeHidden()
  await replay.getByLabel('Speed').selectOption('60')
  const play = replay.getByRole('button', { name: 'Play', exact: true })
  await play.click()
  await expect(row).toContainText(/Reserved.*330 m N/)
  // Playing ends with the recording.
  await expect(play).toBeVisible()

  // While it plays the address follows, for a reload, and adds no steps to the history.
  await time.fill(new Date(firstMs).toISOString())
  await time.press('Enter')
  await expect.poll(at).toBe(firstMs)
  const steps = await page.evaluate(() => history.length)
  await replay.getByLabel('Speed').selectOption('1')
  await play.click()
  await expect.poll(at).toBeGreaterThan(firstMs)
  expect(await page.evaluate(() => history.length)).toBe(steps)
  const playedMs = at()
  await page.reload()
  await expect
    .poll(async () => Date.parse((await replay.locator('time').getAttribute('datetime')) ?? ''))
    .toBeGreaterThanOrEqual(playedMs)

  // Searches elsewhere find nothing in the past: the areas that are recorded are offered.
  await page.mouse.click(...(await northOfCentre(page, -0.002).then(({ x, y }) => [x, y] as const)))
  await expect(page.getByText('In the past, only recorded areas are shown.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search here' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Pick up here' }).click()
  const board = page.getByRole('region', { name: 'Pick-up board' })
  // As near as then: now it is 240 m farther.
  await expect(board.getByRole('option', { name: /Make 2/ })).toContainText(/2\.2\d km N/)
  await expect(board.getByRole('button', { name: /^Search / })).toHaveCount(0)
  watching.abort()
})

test('a circle that was not recorded at the moment gives way to one that was, though its own recording begins', async ({
  page,
  startService,
  startDashboard,
}) => {
  test.slow()
  const service = await startService({ fleet: standingFleet(3) })
  const { url } = await startDashboard({ ...service.env, RECORDING_HOURS: '1' })
  const timelineOf = async (circle: string): Promise<RecordingTimeline> => {
    const answer = await page.request.get(`${url}/api/recording?${circle}`)
    return ((await answer.json()) as Answer<RecordingTimeline>).data
  }
  const isRecorded = async (circle: string) => (await timelineOf(circle)).stretches.length > 0

  const watching = new AbortController()
  await fetch(`${url}/api/live?${area}&every=5`, { signal: watching.signal })
  await expect.poll(() => isRecorded(area)).toBe(true)
  const { stretches } = await timelineOf(area)
  const atMs = stretches[0]?.fromMs ?? 0

  const smaller = `position=${lat + 0.001},${lng}&radius=800`
  // The page's own stream is recorded before the recorded circles are known.
  await page.route('**/api/recording/areas', async (route) => {
    await expect.poll(() => isRecorded(smaller)).toBe(true)
    await route.continue()
  })
  await page.goto(`${url}/?${smaller}&at=${new Date(atMs).toISOString()}`)
  await expect.poll(() => parameterOf(page, 'radius')).toBe('5000')
  const replay = page.getByRole('region', { name: 'Replay' })
  await expect(replay).toContainText('The area you asked for was not recorded then.')
  await expect.poll(() => Date.parse(parameterOf(page, 'at') ?? '')).toBe(atMs)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)

  await replay.getByRole('button', { name: 'Live' }).click()
  await expect(replay).toBeHidden()
  watching.abort()
})
