import { WAIT_RADIUS_MAXIMUM } from '@/lib/api/contract/road-limits'
import { pathRequestSchema, timesRequestSchema, waitRequestSchema } from '@/lib/api/contract/roads'
import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import { requireParameter } from '@/lib/api/http/parameters'
import type { Principal } from '@/lib/auth/sessions/principal'
import { ownerOf, shareHolderOf } from '@/lib/auth/shares'
import type { Caller } from '@/lib/city/city'
import type { Roads } from '@/lib/city/roads/roads'
import { formatPosition } from '@/lib/interface/position'
import { type Parameter, searchParameters } from '@/lib/interface/search'

const streetParameters = {
  position: searchParameters.position,
  radius: {
    parse: (text) => {
      const radius = searchParameters.radius.parse(text)
      return radius !== null && radius <= WAIT_RADIUS_MAXIMUM ? radius : null
    },
    allowed: `a number of metres above 0, at most ${WAIT_RADIUS_MAXIMUM}, with at most six decimals`,
  } satisfies Parameter<number>,
}

/** A position of a list has up to 24 characters. */
const LARGEST_TIMES_BODY = 64 * 1024
const LARGEST_WAIT_BODY = 512 * 1024

/** Revalidated by every request, and answered without a body while the roads are the same. */
const CACHE_CONTROL = 'private, no-cache'

/** Times, ways and waits on the roads. */
export function createRoadRoutes(open: () => Promise<Roads>, options: HandlerOptions = {}) {
  const handle = createHandler(options)

  return {
    /** `POST /api/roads/times` */
    roadTimes: (request: Request) =>
      handle(
        request,
        { role: 'viewer', body: timesRequestSchema, largestBody: LARGEST_TIMES_BODY },
        async ({ body, principal }) => ({
          data: await (await open()).times(body.to, body.from, callerOf(request, principal), body.kinds),
        }),
      ),

    /** `POST /api/roads/path` */
    roadPath: (request: Request) =>
      handle(request, { role: 'viewer', body: pathRequestSchema }, async ({ body, principal }) => ({
        data: await (await open()).path(body.from, body.to, callerOf(request, principal), body.kind),
      })),

    /** `GET /api/roads/streets?position=…&radius=…` */
    roadStreets: (request: Request) =>
      handle(request, { role: 'viewer', parameters: streetParameters }, async ({ parameters, principal }) => {
        const position = requireParameter(parameters, streetParameters, 'position')
        const radius = requireParameter(parameters, streetParameters, 'radius')
        const roads = await open()
        const tagFor = (version: string | null) =>
          version === null ? null : `W/"${version} ${formatPosition(position)} ${radius}"`
        const known = tagFor(roads.version)
        if (known !== null && request.headers.get('if-none-match') === known)
          return new Response(null, { status: 304, headers: { etag: known, 'cache-control': CACHE_CONTROL } })
        const { json, isCut } = await roads.streets(position, radius, callerOf(request, principal))
        const tag = tagFor(roads.version)
        return {
          dataJson: json,
          partial: isCut,
          ...(tag !== null && { headers: { etag: tag, 'cache-control': CACHE_CONTROL } }),
        }
      }),

    /** `POST /api/roads/wait` */
    roadWaits: (request: Request) =>
      handle(
        request,
        { role: 'viewer', body: waitRequestSchema, largestBody: LARGEST_WAIT_BODY },
        async ({ body, principal }) => {
          const { centre, radius, from, kinds } = body
          const { json, isCut } = await (await open()).waits(
            centre,
            radius,
            from,
            callerOf(request, principal),
            kinds,
          )
          return { dataJson: json, partial: isCut }
        },
      ),
  }
}

function callerOf({ signal }: Request, principal: Principal): Caller {
  return { signal, owner: ownerOf(shareHolderOf(principal)) }
}
