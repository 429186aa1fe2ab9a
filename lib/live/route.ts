import { liveParameters } from '@/lib/api/contract/live'
import { acceptsGzip } from '@/lib/api/http/accepts-gzip'
import { createHandler, type HandlerOptions, type RequestContext } from '@/lib/api/http/handle'
import { requireParameter } from '@/lib/api/http/parameters'
import { type Clock, systemClock } from '@/lib/app/clock'
import { SESSION_CHECK_MS } from '@/lib/auth/sessions/access'
import { shareHolderOf } from '@/lib/auth/shares'
import { DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import type { LiveAreas, StreamRequest } from './areas'
import type { Subscriber } from './streaming/subscribers'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // no-transform: a compressing middleware would buffer events.
  'cache-control': 'no-cache, no-transform',
  // nginx must not buffer either. Source: https://nginx.org/en/docs/http/ngx_http_proxy_module.html
  'x-accel-buffering': 'no',
  vary: 'accept-encoding',
}

export interface LiveRouteOptions extends HandlerOptions {
  readonly clock?: Clock
}

/**
 * `GET /api/live`: the event stream of an area, or a problem. The events: lib/api/contract/live.ts. `HEAD` is answered from
 * the checks alone and opens nothing.
 */
export function createLiveRoute(
  live: () => Promise<LiveAreas>,
  { clock = systemClock, ...options }: LiveRouteOptions = {},
) {
  const handle = createHandler(options)
  // Keeps each Request alive: on Node 20 a garbage-collected one no longer aborts its signal.
  const requests = new WeakMap<ReadableStream, Request>()
  return (request: Request): Promise<Response> =>
    handle(request, { role: 'viewer', parameters: liveParameters }, async (context) => {
      const streamRequest = readStreamRequest(request, context)
      const headers = new Headers(STREAM_HEADERS)
      if (streamRequest.gzip) headers.set('content-encoding', 'gzip')
      if (request.method === 'HEAD') return new Response(null, { headers })
      const { signal } = request
      const subscriber = (await live()).subscribe(streamRequest)
      requests.set(subscriber.stream, request)
      signal.addEventListener('abort', subscriber.close, { once: true })
      if (signal.aborted) subscriber.close()
      if (context.principal.operator) closeWithSession(subscriber, context.isSessionActive, clock)
      return new Response(subscriber.stream, { headers })
    })
}

/** Checks the session periodically while the stream is open. */
function closeWithSession(subscriber: Subscriber, isValid: () => Promise<boolean>, clock: Clock): void {
  clock.after(SESSION_CHECK_MS, async () => {
    if (subscriber.isClosed) return
    if (await isValid().catch(() => false)) closeWithSession(subscriber, isValid, clock)
    else subscriber.close()
  })
}

function readStreamRequest(
  { headers }: Request,
  { parameters, principal }: Pick<RequestContext<typeof liveParameters, unknown>, 'parameters' | 'principal'>,
): StreamRequest {
  const { radius, type, every, refresh } = parameters
  const position = requireParameter(parameters, liveParameters, 'position')
  return {
    area: { position, radius: radius ?? DEFAULT_RADIUS_METRES, type: type ?? null },
    every: every ?? null,
    holder: shareHolderOf(principal),
    refresh: refresh ?? false,
    lastEventId: headers.get('last-event-id'),
    gzip: acceptsGzip(headers.get('accept-encoding')),
  }
}
