import { randomUUID } from 'node:crypto'
import { type Access, openAccess } from '@/lib/auth/sessions/access'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import { liveParameters } from '@/lib/contract/live'
import { BadParameter, readParameters } from '@/lib/http/parameters'
import { problemResponse } from '@/lib/http/problem-response'
import { DEFAULT_RADIUS_METRES } from '@/lib/interface/search'
import type { Subscriber } from '@/lib/live/streaming/subscriber'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import type { LiveAreas, StreamRequest } from './areas'
import { type Clock, systemClock } from './clock'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // no-transform: a compressing middleware would buffer events.
  'cache-control': 'no-cache, no-transform',
  // nginx must not buffer either. Source: https://nginx.org/en/docs/http/ngx_http_proxy_module.html
  'x-accel-buffering': 'no',
  vary: 'accept-encoding',
}

/** Longest time that a stream outlives its session. */
export const SESSION_CHECK_MS = 15_000

export interface LiveRouteOptions {
  readonly newRequestId?: () => string
  readonly log?: (line: string) => void
  /** Sign-in; without it every request is allowed. */
  readonly access?: () => Promise<Access>
  readonly clock?: Clock
}

/** `GET /api/live`: the event stream of an area, or a problem. The events: lib/contract/live.ts. */
export function createLiveRoute(
  live: () => Promise<LiveAreas>,
  {
    newRequestId = randomUUID,
    log = (line) => process.stderr.write(`${line}\n`),
    access = async () => openAccess,
    clock = systemClock,
  }: LiveRouteOptions = {},
) {
  // Keeps each Request alive: on Node 20 a garbage-collected one no longer aborts its signal.
  const requests = new WeakMap<ReadableStream, Request>()
  return async (request: Request): Promise<Response> => {
    const requestId = newRequestId()
    try {
      const gate = await access()
      const principal = await gate.admit(request, 'viewer')
      const streamRequest = readStreamRequest(request)
      const { signal } = request
      const subscriber = (await live()).subscribe(streamRequest)
      const headers = new Headers({ ...STREAM_HEADERS, 'x-request-id': requestId })
      if (streamRequest.gzip) headers.set('content-encoding', 'gzip')
      requests.set(subscriber.stream, request)
      signal.addEventListener('abort', subscriber.close, { once: true })
      if (signal.aborted) subscriber.close()
      if (principal.operator) closeWithSession(subscriber, () => gate.stands(principal), clock)
      return new Response(subscriber.stream, { headers })
    } catch (error) {
      const isExpected =
        error instanceof BadParameter || error instanceof UpstreamError || isAccessError(error)
      if (!isExpected) log(`${requestId} ${String(error).replace(/\p{Cc}+/gu, ' ')}`)
      return problemResponse(error, requestId)
    }
  }
}

/** Checks the session periodically while the stream is open. */
function closeWithSession(subscriber: Subscriber, isValid: () => Promise<boolean>, clock: Clock): void {
  clock.after(SESSION_CHECK_MS, async () => {
    if (subscriber.isClosed) return
    if (await isValid().catch(() => false)) closeWithSession(subscriber, isValid, clock)
    else subscriber.close()
  })
}

function readStreamRequest({ url, headers }: Request): StreamRequest {
  const { position, radius, type, every } = readParameters(url, liveParameters)
  if (!position) throw new BadParameter('position', null, liveParameters.position.allowed)
  return {
    area: { position, radius: radius ?? DEFAULT_RADIUS_METRES, type: type ?? null },
    every: every ?? null,
    lastEventId: headers.get('last-event-id'),
    gzip: acceptsGzip(headers.get('accept-encoding')),
  }
}

// Source: RFC 9110 §12.5.3
function acceptsGzip(header: string | null): boolean {
  return (header ?? '').split(',').some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(coding))
}
