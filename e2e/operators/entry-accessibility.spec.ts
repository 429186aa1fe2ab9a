import { expectAccessible } from '@/e2e/support/accessibility'
import { expect, test } from '@/e2e/support/fixtures'
import { takePictures } from '@/e2e/support/screenshots'
import { problemKinds } from '@/lib/contract/problems'
import { answerAboutOperators, LINK_SECRET, PASSWORD } from './operator-answers'

test('signing in, setting up and being invited are accessible', async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/status of 40[01]/)
  const state = await answerAboutOperators(context)
  state.me = null
  state.oidc = true
  state.needsSetUp = true
  state.ended = 'deleted'
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Continue with your organisation’s account' })).toBeVisible()
  await expect(page.getByText('Nobody can sign in yet')).toBeVisible()
  await expect(page.getByText('Forgot your password? Ask an administrator to reset it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-mail address').fill('ada@fleet.example')
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText(problemKinds['sign-in-failed'].title)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectAccessible(page)
  await page.goto(`/set-up#${LINK_SECRET}`)
  await expect(page.getByText('You will be the first administrator')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/reset-password#${LINK_SECRET}`)
  await expect(page.getByText('For Grace Hopper, grace@fleet.example.')).toBeVisible()
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('grace hopper')
  await page.getByLabel('Confirm new password').fill('grace hopper')
  await page.keyboard.press('Enter')
  await expect(password, 'a refused password has the focus').toBeFocused()
  await password.fill(PASSWORD)
  await page.getByLabel('Confirm new password').fill(PASSWORD)
  await expectAccessible(page)
  await takePictures(page, 'reset-password')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code')).toBeFocused()
  state.invited = 'edsger@fleet.example'
  await page.goto(`/invitation#${LINK_SECRET}`)
  await expect(page.getByText('You have been invited as viewer with edsger@fleet.example.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill('something else')
  await expect(page.getByText('Passwords don’t match.')).toBeVisible()
  await expectAccessible(page)
})
