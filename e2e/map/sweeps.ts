import { expect, type Page } from '@playwright/test'
import type { TestService } from '@/e2e/support/service'

/** How often the service was asked for an area: of fewer than a hundred vehicles each request is a sweep. */
export function countSweeps(service: TestService): number {
  return service.requests.filter(({ url }) => new URL(url).pathname.endsWith('/vehicles')).length
}

/** Asks for a refresh as the button does, wherever the focus is, and waits until the service was asked. */
export async function refresh(page: Page, service: TestService): Promise<void> {
  const before = countSweeps(service)
  await page.getByRole('button', { name: 'Refresh now' }).dispatchEvent('click')
  await expect.poll(() => countSweeps(service), { intervals: [50] }).toBeGreaterThan(before)
}
