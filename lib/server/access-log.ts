import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '@/lib/app/log'
import type { Metrics } from '@/lib/app/metrics'
import { routeTemplate } from './route-template'

export interface Observers {
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Counts and logs a request when its response has ended or its client has disconnected. Failures
 * are warnings; refusals with an id are logged too, because the id is on a screen and an
 * administrator will look for it.
 */
export function logAccess(
  request: IncomingMessage,
  response: ServerResponse,
  { log, metrics }: Observers,
) {
  const startMs = performance.now()
  response.once('close', () => {
    const route = routeTemplate(request.url ?? '')
    const status = response.headersSent ? response.statusCode : 499
    const ms = Math.round(performance.now() - startMs)
    metrics.requested(route, status, ms / 1000)
    // Next sets a list of one value.
    const requestId = [response.getHeader('x-request-id') ?? []].flat()[0]
    const isRefusal = status >= 400 && status < 499 && requestId !== undefined
    log(levelOf(status, isRefusal), {
      event: 'request',
      requestId: requestId === undefined ? undefined : String(requestId),
      method: request.method,
      route,
      status,
      ms,
    })
  })
}

function levelOf(status: number, isRefusal: boolean): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn'
  return isRefusal ? 'info' : 'debug'
}
