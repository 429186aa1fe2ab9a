import type { Page, Request } from '@playwright/test'
import { openContext } from './browser'
import type { Hunt } from './key-hunt'

const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': (page) => page.getByRole('listbox').getByRole('option').first().waitFor(),
  '/vehicles/example': (page) => page.getByRole('heading', { name: 'Raw JSON' }).waitFor(),
  '/bookings/example': (page) => page.getByRole('heading', { name: 'Raw JSON' }).waitFor(),
  '/lookup?our_ref=no-such-vehicle': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/observations': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/interface': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/no-such-page': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
}

/** Looks through all that a browser gets, shows and keeps. */
export async function lookAtPages(hunt: Hunt, url: string, log: (line: string) => void): Promise<void> {
  const { context, close } = await openContext(log)
  try {
    const page = await context.newPage()
    const pending: Promise<void>[] = []
    // A stream never finishes; its beginning is read elsewhere.
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(url)) pending.push(lookAtRequest(hunt, request))
    })
    for (const [path, isShown] of Object.entries(PAGES)) {
      await page.goto(url + path)
      await isShown(page)
      await Promise.all(pending.splice(0))
      hunt.lookAt(`page ${path}`, await page.content(), '<main')
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      hunt.lookAt(`storage of ${path}`, kept)
    }
    hunt.lookAt('cookies', JSON.stringify(await context.cookies()))
  } finally {
    await close()
  }
}

async function lookAtRequest(hunt: Hunt, request: Request): Promise<void> {
  const response = await request.response()
  // What the page left behind on its way to the next one cannot be read any more.
  const body = (await response?.text().catch(() => '')) ?? ''
  hunt.lookAt(`browser: ${request.url()}`, JSON.stringify(response?.headers()) + body)
}
