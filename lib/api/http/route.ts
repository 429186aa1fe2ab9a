import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  type Answer,
  type AnswerMeta,
  CLIENT_IP_HEADER,
  REQUEST_ID_HEADER,
} from '@/lib/api/contract/answers'
import type { Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Call, Parts } from '@/lib/api/parts'
import { hasRole } from '@/lib/auth/access'
import type { AuditAction, AuditEvent, AuditWriter } from '@/lib/auth/audit'
import type { Auth } from '@/lib/auth/compose'
import type { Principal, SignedIn } from '@/lib/auth/principal'
import { type ParametersOf, type ParameterTable, readBody, readParameters } from './input'
import { faultOf, jsonResponse, problemKindOf, problemResponse } from './response'
import { ownerOf, shareHolderOf } from './shares'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type RouteName = `${Method} /${string}`

/** Values of an address, by their names in braces. */
export type PathValues<Name extends string> = Name extends `${string}{${infer Value}}${infer Rest}`
  ? { readonly [N in Value]: string } & PathValues<Rest>
  : unknown

/**
 * Audit event, recorded with its outcome for operators of the role `from` and above.
 * `refusalsOnly`: the work records its changes itself, in its transaction.
 */
interface Audit extends Omit<AuditEvent, 'requestId'> {
  readonly from?: Role
  readonly refusalsOnly?: boolean
}

/** Checks that a request passes, in this order, before its work begins. */
export interface Rules<Name extends string, P extends ParameterTable, B> {
  /** In words, for the API's document: of each route that a script's token is enough for. */
  readonly summary?: string
  readonly needsSignIn?: boolean
  /** Least role; null: no session is needed. */
  readonly role: Role | null
  /** A script's token is not enough: the route is about accounts. */
  readonly needsSession?: boolean
  /** Skips all checks, of the store too, and the headers: the work makes the whole answer. */
  readonly isProbe?: boolean
  /** Skips the check of the origin: the OpenID provider's page leads here. */
  readonly isCrossSite?: boolean
  /**
   * For many small answers in a row: a session that was active in the last
   * seconds is not looked up.
   */
  readonly isSessionRemembered?: boolean
  /** The request and what follows it keep no session from ending: hidden pages send it too. */
  readonly isNoUse?: boolean
  readonly audit?: Audit | ((values: PathValues<Name>, request: Request) => Audit)
  /** By default the query is not checked. */
  readonly parameters?: P
  readonly body?: z.ZodType<B>
  /** Most bytes of the body; by default 16 KB. */
  readonly largestBody?: number
  /** The answer is the one that holds a token of ours, which is withheld from all others. */
  readonly hasToken?: boolean
  /**
   * Values, query and body of a request that succeeds, for tests; `nothing` for
   * values that are not in it.
   */
  readonly example?: Readonly<Record<string, unknown>>
}

export interface Context<Name extends string, P extends ParameterTable, B> {
  readonly app: Parts
  readonly request: Request
  readonly requestId: string
  /** Decoded once: `%252F` arrives as `%2F`, `%2F` as `/`. */
  readonly values: PathValues<Name>
  readonly principal: Principal
  /** @throws ProblemError session-required on a route without a role */
  readonly operator: SignedIn
  /** Sign-in of a `signInRoute`. */
  readonly auth: Auth
  readonly call: Call
  readonly parameters: ParametersOf<P>
  readonly body: B
  /** Records an audit event. @throws ProblemError store-unreachable */
  record(action: AuditAction, subject: string | null, outcome?: string): Promise<void>
  /** Records a change in its own transaction. */
  auditWriter(action: AuditAction, subject: string | null): AuditWriter
  /** For answers that outlive the check of the session and of its role. */
  isSessionActive(role: Role): Promise<boolean>
}

export type AnyContext = Context<string, ParameterTable, unknown>

/** Data of an answer; the rest of its envelope is the same for every route. */
export interface Result<T> {
  /** Also `jsonOf` a text. */
  readonly data: T
  /** ISO 8601; by default now. */
  readonly fetchedAt?: string
  readonly dropped?: number
  readonly staleBecause?: ProblemKind | null
  readonly partial?: boolean
  readonly status?: number
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

type Work<Name extends string, P extends ParameterTable, B, T> = (
  context: Context<Name, P, B>,
) => Promise<Result<T> | Response>

export interface Route<Name extends RouteName, P extends ParameterTable, B, T> {
  readonly name: Name
  readonly rules: Rules<Name, P, B>
  readonly work: Work<Name, P, B, T>
}

// biome-ignore lint/suspicious/noExplicitAny: of any address, query, body and answer
export type AnyRoute = Route<any, any, any, any>

export function route<
  Name extends RouteName,
  T,
  P extends ParameterTable = ParameterTable,
  B = undefined,
>(name: Name, rules: Rules<Name, P, B>, work: Work<Name, P, B, T>): Route<Name, P, B, T> {
  return { name, rules, work }
}

/** A route that exists only where sign-in is enabled; elsewhere it answers no-such-route. */
export const signInRoute: typeof route = (name, rules, work) =>
  route(name, { ...rules, needsSignIn: true }, work)

class JsonText {
  constructor(readonly text: string) {}
}

/** Data whose JSON was made elsewhere, as the data of a result. */
export function jsonOf<T>(text: string): T {
  return new JsonText(text) as T
}

/**
 * A route's pipeline: guard, parameters, body, audit, then an Answer or a
 * Problem; it never rejects.
 */
export async function answerOf(
  { rules, work }: AnyRoute,
  request: Request,
  encoded: Readonly<Record<string, string>>,
  app: Parts,
): Promise<Response> {
  const newRequestId = app.newRequestId ?? randomUUID
  const requestId = newRequestId()
  if (rules.isProbe) return (await work({ app, request, requestId } as never)) as Response
  try {
    const response = await run({ rules, work, request, encoded, app, requestId })
    const { headers } = response
    headers.set(REQUEST_ID_HEADER, requestId)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    return response
  } catch (error) {
    // The client has disconnected. 499 is nginx's status for it.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    const fault = faultOf(error)
    if (fault !== null) app.onFault(requestId, fault)
    return problemResponse(error, requestId)
  }
}

interface Run {
  readonly rules: AnyRoute['rules']
  readonly work: AnyRoute['work']
  readonly request: Request
  /** Values of the address, still encoded. */
  readonly encoded: Readonly<Record<string, string>>
  readonly app: Parts
  readonly requestId: string
}

async function run({ rules, work, request, encoded, app, requestId }: Run): Promise<Response> {
  const auth = rules.needsSignIn ? await app.auth() : null
  if (rules.needsSignIn && !auth) throw new ProblemError('no-such-route')
  const access = auth?.access ?? (await app.access())
  const values = decoded(encoded)
  const audit: Audit | undefined =
    typeof rules.audit === 'function' ? rules.audit(values, request) : rules.audit
  const event = audit && { action: audit.action, subject: audit.subject, requestId }

  const session = { isRemembered: rules.isSessionRemembered, isNoUse: rules.isNoUse }

  async function principalOf(): Promise<Principal> {
    if (rules.role !== null) {
      return access.authorize(request, rules.role, event, session)
    }
    if (!rules.isCrossSite) access.checkOrigin(request)
    // A client without a session counts as the least role.
    return { operator: null, role: 'viewer', address: request.headers.get(CLIENT_IP_HEADER) }
  }

  const principal = await principalOf()
  if (rules.needsSession && principal.operator?.token) throw new ProblemError('session-required')

  async function answer(): Promise<Response> {
    const result = await work({
      app,
      request,
      requestId,
      values,
      principal,
      get operator() {
        if (!principal.operator) throw new ProblemError('session-required')
        return principal.operator
      },
      auth: auth as Auth,
      call: { signal: request.signal, owner: ownerOf(shareHolderOf(principal)) },
      parameters: rules.parameters ? readParameters(request.url, rules.parameters) : {},
      body: rules.body && (await readBody(request, rules.body, rules.largestBody)),
      record: (action, subject, outcome = 'ok') =>
        access.record(principal, { action, subject, requestId }, outcome),
      auditWriter: (action, subject) =>
        access.auditWriter(principal, { action, subject, requestId }),
      isSessionActive: (role) =>
        access.authorize(request, role, undefined, { isNoUse: rules.isNoUse }).then(
          () => true,
          () => false,
        ),
    })
    if (result instanceof Response) return result
    const json = answerText(result, requestId, app.clock.now())
    const shownJson = rules.hasToken ? json : await app.withhold(json)
    const headers = new Headers(result.headers)
    for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie)
    return jsonResponse(shownJson, result.status ?? 200, headers, request)
  }

  const isBelowAuditedRole = audit?.from !== undefined && !hasRole(principal.role, audit.from)
  if (!event || audit?.refusalsOnly || isBelowAuditedRole) return answer()
  const response = await answer().catch(async (error: unknown) => {
    await access.record(principal, event, problemKindOf(error)).catch(() => undefined)
    throw error
  })
  await access.record(principal, event, 'ok')
  return response
}

function decoded(encoded: Readonly<Record<string, string>>): Record<string, string> {
  const values = Object.entries(encoded).map(([name, text]) => [name, decodeValue(text)])
  return Object.fromEntries(values)
}

/** @returns an empty text, which is no value of anything, where the text cannot be decoded */
function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** JSON of an answer: the data and its meta. */
function answerText(result: Result<unknown>, requestId: string, nowMs: number): string {
  const { data, fetchedAt = new Date(nowMs).toISOString(), staleBecause = null } = result
  const meta: AnswerMeta = {
    fetchedAt,
    ageMs: Math.max(0, nowMs - Date.parse(fetchedAt)),
    stale: staleBecause !== null,
    reason: staleBecause,
    partial: result.partial ?? false,
    dropped: result.dropped ?? 0,
    requestId,
  }
  if (data instanceof JsonText) return `{"data":${data.text},"meta":${JSON.stringify(meta)}}`
  const answer: Answer<unknown> = { data, meta }
  return JSON.stringify(answer)
}
