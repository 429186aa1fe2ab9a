import { expect, type Page } from '@playwright/test'
import type { TestService } from './service'

/** With pages this large one request is one sweep. */
export const ONE_PAGE = { LIVE_PAGE_SIZE: '1000', LIVE_INTERVAL_SECONDS: '1' }

/** How often the service was asked for an area. */
export function countSweeps(service: TestService): number {
  return service.requests.filter(({ url }) => new URL(url).pathname.endsWith('/vehicles')).length
}

/** Asks for a refresh as the button does, wherever the focus is, and waits until the service was asked. */
export async function refresh(page: Page, service: TestService): Promise<void> {
  const before = countSweeps(service)
  await page.getByRole('button', { name: 'Refresh now' }).dispatchEvent('click')
  await expect.poll(() => countSweeps(service), { intervals: [50] }).toBeGreaterThan(before)
}
