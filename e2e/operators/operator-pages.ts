import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '@/e2e/support/accessibility'
import { closeOffOutside } from '@/e2e/support/block-network'
import { type Dashboard, expect } from '@/e2e/support/fixtures'
import { hydrateFirst } from '@/e2e/support/hydration'
import { PASSWORD, setUpLink } from '@/e2e/support/set-up'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/api/contract/problems'

/** Creates the first administrator by the link that the server printed. */
export async function setUpAdministrator(
  page: Page,
  { process }: Dashboard,
  name: string,
  email: string,
): Promise<void> {
  await page.goto(setUpLink(process))
  await expect(page.getByText('You will be the first administrator')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('E-mail address').fill(email)
  await fillAcceptForm(page, name)
}

/** Fills the form of an invitation link and arrives signed in. */
export async function fillAcceptForm(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible()
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Invites on the operators' page. @returns the invitation link */
export async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption(role)
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitation link' })
  const link = await dialog.getByText(/\/invitation#/).textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link ?? ''
}

/** Page of another browser; the caller closes its context. */
export async function openOtherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  closeOffOutside(context)
  return hydrateFirst(await context.newPage())
}

/** Answers requests with a problem, until `page.unroute(path)`. */
export function refuse(page: Page, path: string, kind: ProblemKind): Promise<unknown> {
  const { status, title, advice: detail } = problemKinds[kind]
  const json = {
    type: PROBLEM_TYPE_PREFIX + kind,
    title,
    status,
    detail,
    requestId: 'r',
    retryAfterMs: null,
  }
  return page.route(path, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json }),
  )
}
