import { ProblemError } from '@/lib/api/contract/problem-error'
import { InvalidInput } from '@/lib/api/http/input'
import { route } from '@/lib/api/http/route'
import { parseTileAddress } from '@/lib/city/tiles/checks'

/** Tiles of one version stay the same; not for shared caches, since a session is needed. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable'

/** Archives whose file is another one now. */
const replaced = new WeakSet<object>()

/** The map file's tiles, as stored. lib/server answers them before Next. */
export const map = [
  route(
    'GET /map/{version}/{z}/{x}/{y}',
    {
      summary: 'A tile of the map',
      role: 'viewer',
      isSessionRemembered: true,
      example: { version: 'v', z: 0, x: 0, y: 0 },
    },
    async ({ app, values: { version, z, x, y }, requestId }) => {
      const archive = await app.mapArchive()
      // A page that was open during a restart asks for tiles of the version before: never mix them.
      if (archive === null || archive.version !== version || replaced.has(archive)) {
        throw new ProblemError('no-such-route')
      }
      const address = parseTileAddress(z, x, y)
      if (address === null) {
        throw new InvalidInput('tile', 'z/x/y of a tile in the world', `${z}/${x}/${y}`)
      }
      const tile = await archive.tile(address).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ArchiveReplaced') throw error
        replaced.add(archive)
        app.onFault(requestId, error.message)
        throw new ProblemError('no-such-route')
      })
      const headers = new Headers({ 'cache-control': CACHE_CONTROL })
      if (tile === null) return new Response(null, { status: 204, headers })
      headers.set('content-type', archive.contentType)
      headers.set('content-length', String(tile.byteLength))
      if (archive.contentEncoding !== null) headers.set('content-encoding', archive.contentEncoding)
      return new Response(tile, { headers })
    },
  ),
] as const
