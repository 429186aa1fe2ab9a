import type { Answer, Answers } from '@/lib/contract/answers'
import { errorOfAnswer } from './errors'
import { type RequestOptions, request } from './request'

/**
 * One answer of our own routes.
 * @param route its path as in `Answers`, which gives the answer's type
 * @param path the same path with its ids put in and encoded, and its query
 * @throws ApiError a problem of the server, or kerbside-unreachable
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
