import type { BrowserContext } from '@playwright/test'

/** The host of the default MAP_TILE_URL. */
const TILE_HOST = 'tile.openstreetmap.org'
// The second is what an OpenID provider of the tests is called.
const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])

// One grey pixel; the map stretches it to a tile.
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGN4DwAA5gDlrkzAPQAAAABJRU5ErkJggg==',
  'base64',
)

/** The tile server that tests have instead of the internet. */
export interface Tiles {
  /** Addresses of the tiles asked for so far. */
  requested: readonly string[]
  /** From now on no tile can be had. */
  fail(): void
  /** From now on tiles come again. */
  recover(): void
  readonly failing: boolean
}

/** @returns the tiles, and the addresses asked for of any host that is neither ours nor the tiles' */
export async function closeOffOutside(
  context: BrowserContext,
): Promise<{ tiles: Tiles; foreign: readonly string[] }> {
  const requested: string[] = []
  const foreign: string[] = []
  let failing = false
  const outside = (url: URL) => /^(https?|wss?):$/.test(url.protocol) && !OWN_HOSTS.has(url.hostname)
  await context.route(outside, (route) => {
    const url = route.request().url()
    if (new URL(url).hostname !== TILE_HOST) {
      foreign.push(url)
      return route.abort()
    }
    requested.push(url)
    return failing
      ? route.abort('internetdisconnected')
      : route.fulfill({ contentType: 'image/png', body: TILE })
  })
  const tiles: Tiles = {
    requested,
    fail() {
      failing = true
    },
    recover() {
      failing = false
    },
    get failing() {
      return failing
    },
  }
  return { tiles, foreign }
}

export function isTile(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname === TILE_HOST
}
