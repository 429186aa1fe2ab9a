import { expect, test } from './fixtures'

test('on a phone the map has a sheet that grows and a search that folds away @phone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const map = page.locator('.leaflet-container')
  const before = await map.boundingBox()
  await page.getByRole('button', { name: 'More list' }).tap()
  await expect.poll(async () => (await map.boundingBox())?.height ?? 0).toBeLessThan(before?.height ?? 0)
  await page.getByRole('button', { name: 'More map' }).tap()
  await expect(page.getByLabel('Radius (m)')).toBeHidden()
  await page.getByRole('button', { name: '1 km', exact: true }).tap()
  await page.getByLabel('Radius (m)').fill('3000')
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  await expect(page.getByRole('button', { name: '3 km', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/radius=3000/)
})

test('a tap on a row selects it and its record opens @phone', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('listbox').getByRole('option').nth(1).tap()
  await page.getByRole('link', { name: 'Open record' }).tap()
  await expect(page.getByRole('heading', { name: 'Live status' })).toBeVisible()
})

test('everything to tap on the map page is at least 44 pixels high or wide enough apart @phone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, input, nav a, [role=option]')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.textContent || element.ariaLabel,
        ...element.getBoundingClientRect().toJSON(),
      }))
      .filter(({ width, height }) => height < 44 || width < 44)
      .map(({ name, width, height }) => `${name}: ${width}×${height}`),
  )
  expect(small).toEqual([])
})
