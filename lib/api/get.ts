import type { Answer, Answers } from '@/lib/schema/answers'
import { errorOfAnswer, unreachable } from './errors'

// Longer than the server's own 8 s for the service, so that its answer, also a problem, arrives first.
const TIMEOUT_MS = 12_000

export interface GetOptions {
  readonly signal?: AbortSignal
  readonly fetch?: typeof globalThis.fetch
}

/**
 * One answer of our own routes.
 * @param route its path as in `Answers`, which gives the answer's type
 * @param path the same path with its ids put in and encoded, and its query
 * @throws ApiError a problem of the server, or kerbside-unreachable
 */
export async function get<Route extends keyof Answers>(
  route: Route,
  path: string,
  { signal, fetch = globalThis.fetch }: GetOptions = {},
): Promise<Answer<Answers[Route]>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await send(fetch, path, signal ? AbortSignal.any([signal, timeout]) : timeout)
  const body = await response.json().catch(() => null)
  if (response.ok && body?.data && body?.meta) return body as Answer<Answers[Route]>
  throw errorOfAnswer(route, response.status, body)
}

async function send(fetch: typeof globalThis.fetch, path: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(path, { signal, headers: { accept: 'application/json' } })
  } catch (cause) {
    // A request given up by the page itself is no failure: React Query knows an AbortError.
    if ((cause as Error).name === 'AbortError') throw cause
    throw unreachable(`GET ${path}: no answer`, cause)
  }
}
