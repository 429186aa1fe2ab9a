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
  // no-transform: a compressing middleware would wait for more before it sends.
  'cache-control': 'no-cache, no-transform',
  // nginx must not wait for more either. Source: https://nginx.org/en/docs/http/ngx_http_proxy_module.html
  'x-accel-buffering': 'no',
  vary: 'accept-encoding',
}

/** How soon a stream ends after its session did, at the latest. */
export const SESSION_CHECK_MS = 15_000

export interface LiveRouteOptions {
  readonly newRequestId?: () => string
  readonly log?: (line: string) => void
  /** Who may look; not given: everybody. */
  readonly access?: () => Promise<Access>
  readonly clock?: Clock
}

/** `GET /api/live`: the event stream of an area, or a problem. What travels in it: lib/contract/live.ts. */
export function createLiveRoute(
  live: () => Promise<LiveAreas>,
  {
    newRequestId = randomUUID,
    log = (line) => process.stderr.write(`${line}\n`),
    access = async () => openAccess,
    clock = systemClock,
  }: LiveRouteOptions = {},
) {
  // On Node 20 a Request that the garbage collector takes no longer aborts its signal.
  const requests = new WeakMap<ReadableStream, Request>()
  return async (request: Request): Promise<Response> => {
    const requestId = newRequestId()
    try {
      const gate = await access()
      const who = await gate.admit(request, 'viewer')
      const opening = readOpening(request)
      const { signal } = request
      const reader = (await live()).open(opening)
      const headers = new Headers({ ...STREAM_HEADERS, 'x-request-id': requestId })
      if (opening.gzip) headers.set('content-encoding', 'gzip')
      requests.set(reader.stream, request)
      signal.addEventListener('abort', reader.close, { once: true })
      if (signal.aborted) reader.close()
      if (who.operator) endWithSession(reader, () => gate.stands(who), clock)
      return new Response(reader.stream, { headers })
    } catch (error) {
      const isForeseen =
        error instanceof BadParameter || error instanceof UpstreamError || isAccessError(error)
      if (!isForeseen) log(`${requestId} ${String(error).replace(/\p{Cc}+/gu, ' ')}`)
      return problemResponse(error, requestId)
    }
  }
}

/** Asks now and then, for as long as somebody reads. */
function endWithSession(reader: Subscriber, stands: () => Promise<boolean>, clock: Clock): void {
  clock.after(SESSION_CHECK_MS, async () => {
    if (reader.isClosed) return
    if (await stands().catch(() => false)) endWithSession(reader, stands, clock)
    else reader.close()
  })
}

function readOpening({ url, headers }: Request): StreamRequest {
  const { position, radius, type, every } = readParameters(url, liveParameters)
  if (!position) throw new BadParameter('position', null, liveParameters.position.allowed)
  return {
    area: { position, radius: radius ?? DEFAULT_RADIUS_METRES, type: type ?? null },
    every: every ?? null,
    lastEventId: headers.get('last-event-id'),
    gzip: takesGzip(headers.get('accept-encoding')),
  }
}

// Source: RFC 9110 §12.5.3
function takesGzip(header: string | null): boolean {
  return (header ?? '').split(',').some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.0*[1-9]).*)?$/i.test(coding))
}
