import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { MapArchive } from '@/lib/city/tiles/archive'
import { parseTileAddress } from '@/lib/city/tiles/checks'

/** Of this version of the map for ever; not for shared caches, since a session is needed. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable'

/** The map file's tiles, as stored. */
export function createMapRoutes(
  openArchive: () => Promise<Pick<MapArchive, 'version' | 'contentType' | 'contentEncoding' | 'tile'> | null>,
  options: HandlerOptions = {},
) {
  const handle = createHandler(options)
  let replaced: string | null = null

  return {
    /** `GET /map/{version}/{z}/{x}/{y}` */
    mapTile: (request: Request): Promise<Response> =>
      handle(request, { role: 'viewer', isSessionRemembered: true }, async ({ requestId }) => {
        const parts = new URL(request.url).pathname.split('/').slice(2)
        const [version = '', z = '', x = '', y = ''] = parts.map(decodeURIComponent)
        const archive = await openArchive()
        // A page that was open during a restart asks for tiles of the version before: never mix them.
        if (archive === null || archive.version !== version || replaced === version)
          throw new AccessError('no-such-route')
        const address = parseTileAddress(z, x, y)
        if (address === null) throw new InvalidInput('tile', 'z/x/y of a tile in the world', `${z}/${x}/${y}`)
        const tile = await archive.tile(address).catch((error: unknown) => {
          if (!(error instanceof Error) || error.name !== 'ArchiveReplaced') throw error
          replaced = version
          options.onFault?.(requestId, error.message)
          throw new AccessError('no-such-route')
        })
        const headers = new Headers({ 'cache-control': CACHE_CONTROL })
        if (tile === null) return new Response(null, { status: 204, headers })
        headers.set('content-type', archive.contentType)
        headers.set('content-length', String(tile.byteLength))
        if (archive.contentEncoding !== null) headers.set('content-encoding', archive.contentEncoding)
        return new Response(tile, { headers })
      }),
  }
}
