import { AccessError } from '@/lib/auth/sessions/access-error'
import { createHandler, type HandlerOptions } from '@/lib/http/handle'
import { InvalidInput } from '@/lib/http/invalid-input'
import type { MapArchive } from '@/lib/map-tiles/archive'
import { parseTileAddress } from '@/lib/map-tiles/tile-address'

type TileParts = 'version' | 'z' | 'x' | 'y'

interface TileContext {
  readonly params: Promise<Readonly<Record<TileParts, string>>>
}

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
    mapTile: async (request: Request, { params }: TileContext) => {
      const { version, z, x, y } = await params
      return handle(request, { role: 'viewer' }, async ({ requestId }) => {
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
        if (archive.contentEncoding !== null) headers.set('content-encoding', archive.contentEncoding)
        return new Response(tile, { headers })
      })
    },
  }
}
