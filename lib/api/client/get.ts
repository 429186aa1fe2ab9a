import type { Answer, Answers } from '@/lib/api/contract/answers'
import { errorOfAnswer } from './errors'
import { type RequestOptions, request } from './request'

/**
 * Gets one answer of our own routes.
 * @param route its path as in `Answers`, which gives the answer's type
 * @param path the same path with encoded ids and query
 * @throws ApiError with the server's problem, or kerbside-unreachable
 */
export async function get<Route extends keyof Answers>(
  route: Route,
  path: string,
  options?: RequestOptions,
): Promise<Answer<Answers[Route]>> {
  const { ok, status, body } = await request('GET', path, undefined, options)
  if (ok && body?.data && body?.meta) return body as Answer<Answers[Route]>
  throw errorOfAnswer(`GET ${route}`, status, body)
}
