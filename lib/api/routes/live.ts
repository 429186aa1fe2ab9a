import { intervalParameter } from '@/lib/api/contract/live'
import { orElse, required } from '@/lib/api/http/input'
import { acceptsGzip } from '@/lib/api/http/response'
import { route } from '@/lib/api/http/route'
import type { Clock } from '@/lib/app/clock'
import { SESSION_CHECK_MS } from '@/lib/auth/sessions/access'
import { shareHolderOf } from '@/lib/auth/shares'
import { DEFAULT_RADIUS_METRES, type Parameter, searchParameters } from '@/lib/interface/search'
import type { StreamRequest } from '@/lib/live/areas'
import type { Subscriber } from '@/lib/live/streaming/subscribers'

export const areaParameters = {
  position: required(searchParameters.position),
  radius: orElse(searchParameters.radius, DEFAULT_RADIUS_METRES),
  type: orElse(searchParameters.type, null),
}

/** Asks for fresh data before the next turn, as soon as the server's shortest interval allows. */
const refresh = {
  parse: (text) => (text === 'true' ? true : null),
  allowed: 'true, or left out',
} satisfies Parameter<boolean>

const liveParameters = {
  ...areaParameters,
  every: orElse(intervalParameter, null),
  refresh: orElse(refresh, false),
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // no-transform: a compressing middleware would buffer events.
  'cache-control': 'no-cache, no-transform',
  // nginx must not buffer either. Source: https://nginx.org/en/docs/http/ngx_http_proxy_module.html
  'x-accel-buffering': 'no',
  vary: 'accept-encoding',
}

// Keeps each Request alive: on Node 20 a garbage-collected one no longer aborts its signal.
const requests = new WeakMap<ReadableStream, Request>()

export const live = [
  // The event stream of an area; its events: contract/live.ts. `HEAD` is answered from the
  // checks and opens nothing.
  route(
    'GET /api/live',
    { role: 'viewer', parameters: liveParameters, example: { position: '51.5,-0.1' } },
    async ({ app, request, parameters, principal, isSessionActive }) => {
      const { every, refresh, ...area } = parameters
      const { signal } = request
      const streamRequest: StreamRequest = {
        area,
        every,
        refresh,
        holder: shareHolderOf(principal),
        lastEventId: request.headers.get('last-event-id'),
        gzip: acceptsGzip(request.headers.get('accept-encoding')),
      }
      const headers = new Headers(STREAM_HEADERS)
      if (streamRequest.gzip) headers.set('content-encoding', 'gzip')
      if (request.method === 'HEAD') return new Response(null, { headers })
      const areas = await app.live()
      const subscriber = areas.subscribe(streamRequest)
      requests.set(subscriber.stream, request)
      signal.addEventListener('abort', subscriber.close, { once: true })
      if (signal.aborted) subscriber.close()
      if (principal.operator) closeWithSession(subscriber, isSessionActive, app.clock)
      return new Response(subscriber.stream, { headers })
    },
  ),
] as const

/** Checks the session periodically while the stream is open. */
function closeWithSession(
  subscriber: Subscriber,
  isValid: () => Promise<boolean>,
  clock: Clock,
): void {
  clock.after(SESSION_CHECK_MS, async () => {
    if (subscriber.isClosed) return
    if (await isValid()) closeWithSession(subscriber, isValid, clock)
    else subscriber.close()
  })
}
