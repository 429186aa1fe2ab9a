import { expectNoAxeViolations } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { standingFleet } from '@/e2e/support/standing-fleet'
import { openTechnical } from '@/e2e/support/technical'

const without = (record: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

test('a booking that differs from the specification is reported with field and section', async ({
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
        ctime: 'soon',
        to_position: { lat: 95, lng: 0 },
        totals: { ...booking.totals, total: 1 },
        tip: '\u202eevil',
      },
    })
  })
  await page.goto(`${url}/integration/booking`)
  await openTechnical(page)
  await expect(page.getByText('1 error, 2 warnings, 1 note', { exact: true })).toBeVisible()
  const inspector = page.getByRole('region', { name: 'Inspector' })
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
    /tip.*no field of this name/s,
  ])
  await page.getByRole('heading', { name: 'Specified fields' }).click()
  const fields = page.getByRole('group').filter({ hasText: 'Specified fields' }).last()
  await expect(fields.getByRole('listitem').filter({ hasText: 'from_label' })).toContainText(
    'missing',
  )
  await expect(fields.getByRole('listitem').filter({ hasText: 'tip' })).toContainText('unknown')
  await expect(fields.getByRole('listitem').filter({ hasText: /^when/ })).toContainText(
    'stated, value sampled §2.4',
  )
  await expectNoAxeViolations(page)
})

test('a row is inspected as received in one click from the list, behind More on the card, with its unknown fields', async ({
  page,
  standing: { url, service },
}) => {
  service.show(standingFleet(2, () => ({}), { at: { lat: 51.5, lng: -4.2 }, prefix: 'whole' }))
  service.answerWith(async (request, answer) => {
    const found = (await (await answer(request)).json()) as {
      vehicle?: object
      vehicles?: object[]
    }
    return Response.json(
      found.vehicles ? found : { id: 'req-1', data: { ...found.vehicle, battery: 80 } },
    )
  })
  const inspection = page.getByRole('group').filter({ hasText: 'Status as received' }).last()
  await page.goto(`${url}/?position=51.5,-4.2`)
  const row = page.getByRole('option', { name: /Make 1/ })
  await row.hover()
  await row.getByTitle('Show the data as received').click()
  await expect(page).toHaveURL(/\/vehicles\/whole-1#as-received$/)
  await expect(inspection.getByRole('region', { name: 'Status as received' })).toContainText(
    '"battery": 80',
  )
  await expect(inspection.getByRole('region', { name: 'Notes' })).toContainText('battery')
  // The rest of the two answers.
  await expect(page.getByRole('heading', { name: 'Beside the record: id' })).toHaveCount(2)

  await page.goBack()
  await row.click()
  await page.getByRole('button', { name: 'More about this vehicle' }).click()
  await page.getByRole('button', { name: 'Show the data as received' }).click()
  await expect(inspection.getByRole('region', { name: 'Status as received' })).toContainText(
    '"battery": 80',
  )
})
