import type { Page } from '@playwright/test'
import type { Vehicle } from '@/lib/interface/resources'

/** The record of the vehicle whose page is open. Vehicles of the demo differ: their names are in several scripts. */
export async function recordOfPage(page: Page): Promise<Vehicle> {
  const { origin, pathname } = new URL(page.url())
  const answer = await page.request.get(`${origin}/api${pathname}`)
  return (await answer.json()).data.record
}
