import { errorOfAnswer, unreachable } from './errors'

/** Longer than the server takes at most. */
const TIMEOUT_MS = 60_000

/**
 * Gets a file of our own routes as text.
 * @param route its path without query
 * @throws ApiError with the server's problem, or kerbside-unreachable
 */
export async function getFile(route: string, query: URLSearchParams): Promise<string> {
  const asked = `GET ${route}`
  const response = await fetch(`${route}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (cause: unknown) => {
      throw unreachable(`${asked}: no answer`, cause)
    },
  )
  if (response.ok) return response.text()
  throw errorOfAnswer(asked, response.status, await response.json().catch(() => null))
}
