import { unreachable } from './errors'

// Longer than the server's own 8 s for the service, so that its answer, also a problem, arrives first.
const TIMEOUT_MS = 12_000

export interface RequestOptions {
  readonly signal?: AbortSignal
  readonly fetch?: typeof globalThis.fetch
}

/** What a route answered; the body is null when it is no JSON. */
export interface Answered {
  readonly ok: boolean
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: our own server's JSON, whose type the caller knows by its route
  readonly body: any
}

/**
 * One request to our own server, given up after 12 s.
 * @param body sent as JSON
 * @throws ApiError kerbside-unreachable; an AbortError when `signal` gave it up
 */
export async function request(
  method: string,
  path: string,
  body: unknown,
  { signal, fetch = globalThis.fetch }: RequestOptions = {},
): Promise<Answered> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return { ok: response.ok, status: response.status, body: await response.json().catch(() => null) }
  } catch (cause) {
    // A request given up by the page itself is no failure: React Query knows an AbortError.
    if ((cause as Error).name === 'AbortError') throw cause
    throw unreachable(`${method} ${path}: no answer`, cause)
  }
}
