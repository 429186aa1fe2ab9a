import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'

const without = (record: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

for (const device of ['', ' @phone'])
  test(`a booking that differs from the specification is reported with field and section${device}`, async ({
    page,
    referenced: { url, service },
  }) => {
    service.answerWith(async (request, answer) => {
      const response = await answer(request)
      if (!request.url.endsWith('/bookings/example')) return response
      const { booking } = (await response.json()) as { booking: Record<string, object> }
      return Response.json({
        booking: {
          ...without(booking, 'from_label'),
          vehicle_our_ref: 'ANOTHER',
          ctime: 'soon',
          to_position: { lat: 95, lng: 0 },
          totals: { ...booking.totals, total: 1 },
          tip: '\u202eevil',
        },
      })
    })
    await page.goto(`${url}/bookings/example`)
    const inspector = page.getByRole('region', { name: 'Inspector' })
    await inspector.getByText(/^1 error, 2 warnings, 2 notes$/).click()
    const errors = inspector.getByRole('region', { name: 'Errors' })
    await expect(errors.getByRole('listitem')).toHaveText([
      /to_position\.lat.*§2\.3.*Found the number 95.*Expected degrees, -90 to 90/s,
    ])
    const warnings = inspector.getByRole('region', { name: 'Warnings' })
    await expect(warnings.getByRole('listitem')).toHaveText([
      /ctime.*§2\.4.*Found the text "soon"/s,
      /totals\.total.*Found the number 1, which differs by .* from net \+ tax.*Expected this sum, which Kerbside assumes/s,
    ])
    await expect(inspector.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toHaveText([
      /from_label.*Missing\..*Expected text/s,
      /tip.*no field of this name/s,
    ])
    await inspector.getByRole('button', { name: 'Compare with the vehicle’s own reference' }).click()
    await expect(warnings.getByText('vehicle_our_ref')).toBeVisible()

    await page.getByRole('heading', { name: 'Specified fields' }).click()
    const fields = page.getByRole('group').filter({ hasText: 'Specified fields' })
    await expect(fields.getByRole('listitem').filter({ hasText: 'from_label' })).toContainText('missing')
    await expect(fields.getByRole('listitem').filter({ hasText: 'tip' })).toContainText('unknown')
    await expect(fields.getByRole('listitem').filter({ hasText: /^when/ })).toContainText(
      'stated, value sampled §2.4',
    )
    await expectNoAxeViolations(page)
  })

test('the map counts vehicles with data issues and links to them', async ({
  page,
  standing: { url, service },
}) => {
  const properties = (index: number) => ({
    type: 'taxi',
    functions: ['passenger'],
    year: 2020,
    passengers_max: 4,
    load_m3: 1,
    price_per_km: 1,
    price_per_minute: 1,
    image_url: 'https://images.example/v.jpg',
    make: index === 1 ? undefined : 'Make',
  })
  service.show(standingFleet(3, properties, { at: { lat: 51.5, lng: -4.1 }, prefix: 'issue' }))
  // Vehicles of a fleet file have no timestamp.
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    if (new URL(request.url).pathname !== '/api/beta/vehicles') return response
    const page = (await response.json()) as { vehicles: object[] }
    const mtime = new Date().toISOString()
    return Response.json({ ...page, vehicles: page.vehicles.map((row) => ({ ...row, mtime })) })
  })
  await page.goto(`${url}/?position=51.5,-4.1`)
  await page.getByRole('button', { name: / around / }).click()
  await page.getByText('1 of 3 records have data issues').click()
  const findings = page.getByRole('list', { name: 'Data issues in the area' })
  await expect(findings.getByRole('listitem')).toHaveText([/make.*1 record.*§2\.2.*issue-2/])
  await findings.getByRole('link', { name: 'issue-2' }).click()
  await expect(page).toHaveURL(/\/vehicles\/issue-2$/)
  await page
    .getByRole('region', { name: 'Inspector' })
    .getByText(/\d notes?$/)
    .click()
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('make', { exact: true })).toBeVisible()
})
