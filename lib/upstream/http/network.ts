import { Agent, fetch } from 'undici'
import { TIMEOUTS, type Timeouts } from './timeouts'

/** Whatever answers a request: the network, the embedded reference service, a function of a test. */
export type Send = (request: Request) => Promise<Response>

/**
 * The network: one pool of kept-alive connections to one origin.
 * @returns a Send that rejects with undici's errors; failure.ts tells them apart
 */
export function createNetworkSend(timeouts: Timeouts = TIMEOUTS): Send {
  const dispatcher = new Agent({
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyIdleMs,
    connections: 32,
    maxOrigins: 1,
  })
  return async (request) => {
    const response = await fetch(request.url, {
      // Plain values: undici's package does not know the Request and Headers classes of Node or Next.
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      // A redirect would carry the key elsewhere; the 3xx itself comes back and is refused.
      redirect: 'manual',
      dispatcher,
    })
    return response as unknown as Response
  }
}
