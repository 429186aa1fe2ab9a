import type { Answer } from '@/lib/api/contract/answers'
import type { PathValues, Route } from '@/lib/api/http/route'
import type { table } from '@/lib/api/table'
import { errorOfAnswer, unreachable } from './errors'

type Routes = { readonly [R in (typeof table)[number] as R['name']]: R }
type Name = keyof Routes
export type GetPath = Name extends infer N ? (N extends `GET ${infer Path}` ? Path : never) : never
type ChangeName = Exclude<Name, `GET ${string}`>

// biome-ignore lint/suspicious/noExplicitAny: a route of any other part
type Any = any
type QueryOf<R> =
  R extends Route<Any, infer P, Any, Any> ? (string extends keyof P ? object : P) : never
type BodyOf<R> = R extends Route<Any, Any, infer B, Any> ? B : never
type DataOf<R> = R extends Route<Any, Any, Any, infer T> ? T : never

/** Values of a route's address and of its query; null and undefined are left out of the query. */
export type Params<N extends Name> = PathValues<N> & {
  readonly [Key in keyof QueryOf<Routes[N]>]?: string | number | null | undefined
}

export type DataFrom<N extends Name> = DataOf<Routes[N]>
export type BodyFor<N extends Name> = BodyOf<Routes[N]>
export type AnswerOf<Path extends GetPath> = Answer<DataFrom<`GET ${Path}`>>

// Beyond the server's limit for the service, so that its answer or problem arrives first.
const MARGIN_MS = 4_000
let timeoutMs = 8_000 + MARGIN_MS

/** Longer than the server takes at most for a file. */
const FILE_TIMEOUT_MS = 60_000

/** @param serviceMs the server's limit for a call to the service */
export function allowService(serviceMs: number): void {
  timeoutMs = serviceMs + MARGIN_MS
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

type AnyParams = Readonly<Record<string, unknown>>

/** The address of a route's path: values in their places, the rest as its query. */
export function addressOf<Path extends GetPath>(path: Path, params: Params<`GET ${Path}`>): string {
  return fill(path, params as AnyParams)
}

function fill(template: string, params: AnyParams): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    const isInPath = template.includes(`{${name}}`)
    if (!isInPath && value != null) query.append(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * Sends one request to our own server, with a time limit.
 * @throws ApiError kerbside-unreachable; an AbortError when `signal` aborts
 */
export async function send(
  name: Name,
  params: AnyParams,
  body: unknown,
  { signal, fetch = globalThis.fetch }: RequestOptions,
  limitMs = timeoutMs,
): Promise<Response> {
  const [method, template] = name.split(' ') as [string, string]
  const timeout = AbortSignal.timeout(limitMs)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(fill(template, params), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (cause) {
    // An abort by the page is not a failure; React Query handles AbortError.
    if ((cause as Error).name === 'AbortError') throw cause
    throw unreachable(`${name}: no answer`, cause)
  }
}

async function ask(name: Name, params: AnyParams, body: unknown, options: RequestOptions) {
  const response = await send(name, params, body, options)
  // A proxy's own page is no JSON.
  const answer = await response.json().catch(() => null)
  if (response.ok && answer?.meta) return answer
  throw errorOfAnswer(name, response.status, answer)
}

/** Parameters may be left out where none is needed. */
export type OptionalParams<N extends Name> =
  Record<never, never> extends Params<N> ? [params?: Params<N>] : [params: Params<N>]

/** @throws ApiError with the server's problem, or kerbside-unreachable */
export function get<Path extends GetPath>(
  path: Path,
  params: Params<`GET ${Path}`>,
  options: RequestOptions = {},
): Promise<AnswerOf<Path>> {
  return ask(`GET ${path}` as Name, params as AnyParams, undefined, options)
}

/** Calls a route that changes something, or that takes its question as a body. @throws as `get` */
export async function call<N extends ChangeName>(
  name: N,
  params: Params<N>,
  body?: BodyFor<N>,
  options: RequestOptions = {},
): Promise<DataFrom<N>> {
  return (await ask(name, params as AnyParams, body, options)).data
}

/** Gets a file as text. @throws as `get` */
export async function getFile<Path extends GetPath>(path: Path, params: Params<`GET ${Path}`>) {
  const name = `GET ${path}` as Name
  const response = await send(name, params as AnyParams, undefined, {}, FILE_TIMEOUT_MS)
  if (response.ok) return response.text()
  throw errorOfAnswer(name, response.status, await response.json().catch(() => null))
}
