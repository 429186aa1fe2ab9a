import { expect, test } from '@/e2e/support/fixtures'
import { STANDING_CENTRE, standingFleet } from '@/e2e/support/standing-fleet'

test('a replay names vehicles by the call signs known now, also where they were recorded without', async ({
  page,
  startService,
  startDashboard,
}) => {
  const { lat, lng } = STANDING_CENTRE
  const service = await startService({ fleet: standingFleet(3, (index) => ({ our_ref: `KB-${index + 1}` })) })
  const { url } = await startDashboard({ ...service.env, RECORDING_HOURS: '1' })
  const area = `position=${lat},${lng}&radius=5000`
  const row = page.getByRole('option').filter({ hasText: 'Make 2' })
  await page.goto(`${url}/?${area}`)
  await expect(row).toHaveText(/^Make 2/)
  await expect(async () => {
    const { data } = await (await page.request.get(`${url}/api/recording?${area}`)).json()
    expect(data.stretches).not.toEqual([])
  }).toPass()
  // A record that is opened makes its names known.
  expect((await page.request.get(`${url}/api/vehicles/v-2`)).ok()).toBe(true)
  await expect(row).toHaveText(/^KB-2/)
  await page.keyboard.press('h')
  const slider = page.getByRole('slider', { name: 'Moment of the replay' })
  await slider.press('Home')
  await expect(page).toHaveURL(/[?&]at=/)
  await expect(row).toHaveText(/^KB-2 ?Make 2/)
})
