import { unreachable } from './errors'

// Beyond the server's limit for the service, so that its answer or problem arrives first.
const MARGIN_MS = 4_000
let timeoutMs = 8_000 + MARGIN_MS

/** @param serviceMs the server's limit for a call to the service */
export function allowService(serviceMs: number): void {
  timeoutMs = serviceMs + MARGIN_MS
}

export interface RequestOptions {
  readonly signal?: AbortSignal
  readonly fetch?: typeof globalThis.fetch
}

/** An answer; the body is null unless it is JSON. */
export interface Answered {
  readonly ok: boolean
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: our own server's JSON, whose type the caller knows by its route
  readonly body: any
}

/**
 * Sends one request to our own server, with a time limit.
 * @param body sent as JSON
 * @throws ApiError kerbside-unreachable; an AbortError when `signal` aborts
 */
export async function request(
  method: string,
  path: string,
  body: unknown,
  { signal, fetch = globalThis.fetch }: RequestOptions = {},
): Promise<Answered> {
  const timeout = AbortSignal.timeout(timeoutMs)
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
    // An abort by the page is not a failure; React Query handles AbortError.
    if ((cause as Error).name === 'AbortError') throw cause
    throw unreachable(`${method} ${path}: no answer`, cause)
  }
}
