import type { Browser, Page } from '@playwright/test'
import { CENTRE, ZOOM } from './archives'

const LOADED_MS = 60_000
const SETTLED_MS = 2_000
const PANS = 12

export interface PageTimes {
  /** Addresses of all scripts of the page and its workers. */
  readonly scripts: ReadonlySet<string>
  /** From the navigation to the first tile. */
  readonly firstTileMs: number
  /** From the navigation to the first vehicles. */
  readonly vehiclesMs: number
  readonly frames: readonly number[]
  /** While the map is panned. */
  readonly longTasks: readonly number[]
  readonly loadLongTasks: readonly number[]
  /** In which a painted tile is taken from the worker. */
  readonly paintedMs: readonly number[]
}

interface Marks {
  firstTile: number
  vehicles: number
  longTasks: number[]
  paintedMs: number[]
}

/** One load of the map page and some pans. @param tile selects a painted tile */
export async function timePage(browser: Browser, url: string, tile: string): Promise<PageTimes> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    const scripts = new Set<string>()
    page.on('response', (response) => {
      if (response.headers()['content-type']?.includes('javascript'))
        scripts.add(new URL(response.url()).pathname)
    })
    // tsx names functions with a helper that the page does not have.
    await page.addInitScript('globalThis.__name = (value) => value')
    await page.addInitScript(watch, tile)
    const view = `${CENTRE.lat},${CENTRE.lng}`
    await page.goto(`${url}/?position=${view}&radius=5000&map=${view}@${ZOOM}`)
    await page.getByRole('region', { name: /^Map.* 10,?000 vehicles/ }).waitFor({ timeout: LOADED_MS })
    await page.locator(tile).first().waitFor({ state: 'attached', timeout: LOADED_MS })
    await page.waitForTimeout(SETTLED_MS)
    const loaded = await marksOf(page)
    const frames = await pan(page)
    const { longTasks, paintedMs } = await marksOf(page)
    return {
      scripts,
      firstTileMs: loaded.firstTile,
      vehiclesMs: loaded.vehicles,
      frames,
      loadLongTasks: loaded.longTasks,
      longTasks: longTasks.slice(loaded.longTasks.length),
      paintedMs,
    }
  } finally {
    await page.close()
  }
}

/** Runs in the page. */
function watch(tile: string): void {
  const marks = { firstTile: 0, vehicles: 0, longTasks: [] as number[], paintedMs: [] as number[] }
  window.marks = marks
  const listen = Worker.prototype.addEventListener
  Worker.prototype.addEventListener = function (this: Worker, type: string, listener: EventListener) {
    listen.call(this, type, (event) => {
      const from = performance.now()
      listener(event)
      if (event instanceof MessageEvent && event.data?.kind === 'painted')
        marks.paintedMs.push(performance.now() - from)
    })
  }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) marks.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (marks.firstTile === 0 && document.querySelector(tile)) marks.firstTile = performance.now()
    if (
      marks.vehicles === 0 &&
      / 10,?000 vehicles/.test(document.querySelector('section[aria-label^="Map"]')?.ariaLabel ?? '')
    )
      marks.vehicles = performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function marksOf(page: Page): Promise<Marks> {
  return page.evaluate(() => structuredClone(window.marks))
}

/** @returns times between frames while the map is dragged by a screen’s width, there and back, within the file’s area */
async function pan(page: Page): Promise<number[]> {
  const box = await page.locator('.leaflet-container').boundingBox()
  if (!box) throw new Error('The page has no map')
  await page.evaluate(() => {
    const frames: number[] = []
    window.frameTimes = frames
    let last = performance.now()
    const next = () => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let n = 0; n < PANS; n++) {
    const [from, to] = n % 2 === 0 ? [0.8, 0.2] : [0.2, 0.8]
    await page.mouse.move(box.x + box.width * from, box.y + box.height * 0.5)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * to, box.y + box.height * 0.5, { steps: 12 })
    await page.mouse.up()
    await page.waitForTimeout(200)
  }
  return page.evaluate(() => window.frameTimes)
}

declare global {
  interface Window {
    marks: Marks
    frameTimes: number[]
  }
}
