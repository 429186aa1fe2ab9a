import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { atMost, type SuitePart } from '@/e2e/runner/suite'
import { closeOffOutside } from '@/e2e/support/block-network'
import { openBrowser } from '@/e2e/support/browser'
import { buildKerbside } from '@/e2e/support/build'
import { startProcess } from '@/e2e/support/dashboard'
import { openService } from '@/e2e/support/service'
import { formatKilobytes } from '@/e2e/support/statistics'

// docs/decisions/072-javascript-of-the-map.md
const BEFORE_LIST_BYTES = 180_000
const WITH_MAP_BYTES = 305_000

/**
 * JavaScript of the map page: that its HTML names, and all that is loaded until the map is drawn.
 */
export const bytesBench: SuitePart = async ({ log }) => {
  buildKerbside()
  const service = await openService()
  const dashboard = startProcess({ ...service.env, NODE_ENV: 'production' })
  const browser = await openBrowser({ isUnlimited: false })
  try {
    const url = await dashboard.url
    const context = await browser.newContext()
    closeOffOutside(context)
    const page = await context.newPage()
    // An idle page loads ahead what is not needed yet: on a slow machine it would be counted.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    const scripts: Response[] = []
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? ''
      if (type.includes('javascript')) scripts.push(response)
    })
    await page.goto(url)
    const html = await (await page.request.get(url)).text()
    await page.locator('.leaflet-container canvas').first().waitFor()
    await page.waitForTimeout(2000)

    let beforeList = 0
    let withMap = 0
    for (const response of scripts) {
      const { pathname } = new URL(response.url())
      const isNamed = html.includes(`src="${pathname}`)
      const size = gzipSync(await response.body()).length
      log(`  ${formatKilobytes(size)} ${isNamed ? 'at once' : 'later'} ${pathname}`)
      withMap += size
      if (isNamed) beforeList += size
    }
    if (beforeList === 0 || withMap === beforeList)
      throw new Error(`Scripts of ${beforeList} bytes before the list, ${withMap} with the map`)
    return {
      title: 'JavaScript of the map page, gzip',
      rows: [
        atMost('before the list', beforeList, BEFORE_LIST_BYTES, formatKilobytes),
        atMost('with the map', withMap, WITH_MAP_BYTES, formatKilobytes),
      ],
    }
  } finally {
    await browser.close()
    await dashboard.stop()
    await service.stop()
  }
}
