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
      size: 3000,
      distribution: 'uniform' as const,
      subjects: ['empty map', 'Kerbside', 'Kerbside, names', 'Kerbside, clusters'] as const,
      rounds: 1,
      gestures: { pans: 2, mouseMoves: 2 },
    }
    const { rows } = describeMap(await measurePlan(page, plan, () => {}), () => {})
    const draw = rows.find(({ what }) => what === 'first draw, 3,000 vehicles')
    expect(draw?.reached).toMatch(/^[\d.,]+ ms; [\d.,]+ ms \([\d.,]+ × Kerbside\); [\d.,]+ ms$/)
    expect(rows.map(({ reached }) => reached).join()).not.toContain('NaN')
  } finally {
    await browser.close()
    site.close()
  }
})
