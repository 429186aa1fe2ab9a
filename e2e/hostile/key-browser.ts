import type { Page, Request } from '@playwright/test'
import { openTechnical } from '@/e2e/support/technical'
import { openContext } from './browser'
import type { KeySearch } from './key-search'

const PAGES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': (page) => page.getByRole('listbox').getByRole('option').first().waitFor(),
  '/vehicles/example': openTechnical,
  '/bookings/example': openTechnical,
  '/lookup?our_ref=no-such-vehicle': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/service': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/no-such-page': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
}

/** Searches everything that a browser receives, shows and stores. */
export async function searchPages(search: KeySearch, url: string): Promise<void> {
  const { context, close } = await openContext()
  try {
    const page = await context.newPage()
    const pending: Promise<void>[] = []
    // A stream never finishes; `searchAnswers` reads its beginning.
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(url)) pending.push(searchRequest(search, request))
    })
    for (const [path, isShown] of Object.entries(PAGES)) {
      await page.goto(url + path)
      await isShown(page)
      await Promise.all(pending.splice(0))
      search.addText(`page ${path}`, await page.content(), '<main')
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      search.addText(`storage of ${path}`, kept)
    }
    search.addText('cookies', JSON.stringify(await context.cookies()))
  } finally {
    await close()
  }
}

async function searchRequest(search: KeySearch, request: Request): Promise<void> {
  const response = await request.response()
  // Bodies of a page that was left cannot be read.
  const body = (await response?.text().catch(() => '')) ?? ''
  search.addText(`browser: ${request.url()}`, JSON.stringify(response?.headers()) + body)
}
