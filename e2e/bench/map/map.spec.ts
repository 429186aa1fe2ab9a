import { expect, test } from '@playwright/test'
import { openBrowser } from '@/e2e/support/browser'
import { measurePlan, openMapPage } from './measure'
import { describeMap } from './rows'
import { openMapSite } from './site'

test('the map bench finds every vehicle where the plain data has it, and makes rows of what it measures', async () => {
  test.setTimeout(180_000)
  const site = await openMapSite()
  const browser = await openBrowser({ isUnlimited: false })
  try {
    const page = await openMapPage(browser, site.url)
    const plan = {
      distribution: 'uniform' as const,
      subjects: ['empty map', 'Kerbside', 'Kerbside, names'] as const,
      rounds: 1,
      gestures: { pans: 2, mouseMoves: 2 },
    }
    // One by one, then grouped.
    const measured = [
      ...(await measurePlan(page, { ...plan, size: 2000 }, () => {})),
      ...(await measurePlan(page, { ...plan, size: 3000 }, () => {})),
    ]
    const { rows } = describeMap(measured, () => {})
    for (const size of ['2,000', '3,000'])
      expect(rows.find(({ what }) => what === `first draw, ${size} vehicles`)?.reached).toMatch(
        /^[\d.,]+ ms; [\d.,]+ ms \([\d.,]+ × Kerbside\)$/,
      )
    expect(rows.map(({ reached }) => reached).join()).not.toContain('NaN')
  } finally {
    await browser.close()
    site.close()
  }
})
