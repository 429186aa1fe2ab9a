import type { BrowserContext, Page } from '@playwright/test'

/** The host of the default MAP_TILE_URL. */
const TILE_HOST = 'tile.openstreetmap.org'
// The second is the name of the tests' OpenID provider.
const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

// One grey pixel; the map stretches it to a tile.
const TILE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGN4DwAA5gDlrkzAPQAAAABJRU5ErkJggg=='

/** An argument of Chromium: other hosts have no address. */
export const OWN_HOSTS_ONLY = `--host-resolver-rules=${['MAP * ~NOTFOUND', ...[...OWN_HOSTS].map((host) => `EXCLUDE ${host}`)].join(', ')}`

/** The tile server that tests have instead of the internet. */
export interface Tiles {
  /** Addresses of the tiles asked for so far. */
  readonly requested: string[]
  /** From now on no tile can be had. */
  isFailing: boolean
}

/**
 * Answers tiles in all pages that are opened from now on. Only they are intercepted: Playwright's
 * routes stop every request of a page, and switch its cache off.
 * @returns the tiles, and the addresses asked for of any host that is neither ours nor the tiles'
 */
export function closeOffOutside(context: BrowserContext): {
  tiles: Tiles
  foreign: readonly string[]
} {
  const tiles: Tiles = { requested: [], isFailing: false }
  const foreign: string[] = []
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (!/^https?:$/.test(protocol) || OWN_HOSTS.has(hostname)) return
    const list = hostname === TILE_HOST ? tiles.requested : foreign
    list.push(request.url())
  })
  const answerTiles = async (page: Page) => {
    const session = await context.newCDPSession(page)
    session.on('Fetch.requestPaused', ({ requestId }) => {
      const sent = tiles.isFailing
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' })
        : session.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [{ name: 'content-type', value: 'image/png' }],
            body: TILE,
          })
      // The page may have been left or closed.
      sent.catch(() => undefined)
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: `https://${TILE_HOST}/*` }] })
  }
  const answered = new WeakMap<Page, Promise<void>>()
  context.on('page', (page) => {
    // A page that is closed at once has no session.
    answered.set(
      page,
      answerTiles(page).catch(() => undefined),
    )
  })
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    await answered.get(page)
    return page
  }
  return { tiles, foreign }
}

export function isTile(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname === TILE_HOST
}
