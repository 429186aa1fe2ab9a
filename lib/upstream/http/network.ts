import { fetch } from 'undici'
import { OutgoingAgent } from './outgoing-agent'
import { TIMEOUTS, type Timeouts } from './time-limit'

/** Answers a request: the network, the embedded reference service, or a test's function. */
export type Send = (request: Request) => Promise<Response>

/**
 * One pool of kept-alive connections to one origin; rejects with undici's errors,
 * which body.ts classifies.
 */
export function createNetworkSend(timeouts: Timeouts = TIMEOUTS): Send {
  const dispatcher = new OutgoingAgent({
    connect: { timeout: timeouts.connectMs },
    // The call's own limit ends it, which is longer for a live area than for a record.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 32,
    maxOrigins: 1,
  })
  return async (request) => {
    const response = await fetch(request.url, {
      // Plain values: the undici package does not accept Node's or Next's Request and Headers.
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      // A followed redirect would send the key elsewhere; the 3xx itself is refused.
      redirect: 'manual',
      dispatcher,
    })
    return response as unknown as Response
  }
}
