import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Answer, AnswerMeta } from '@/lib/api/contract/answers'
import { CLIENT_IP_HEADER, REQUEST_ID_HEADER } from '@/lib/api/contract/headers'
import type { Role } from '@/lib/api/contract/operators'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { AuditAction, AuditEvent, AuditWriter } from '@/lib/auth/audit/audit'
import { type Access, hasRole, openAccess } from '@/lib/auth/sessions/access'
import type { Principal } from '@/lib/auth/sessions/principal'
import { readBody } from './body'
import { gzipJsonResponse, jsonTextResponse } from './json-response'
import { type ParametersOf, type ParameterTable, readParameters } from './parameters'
import { faultOf, problemKindOf, problemResponse } from './problem-response'

export interface HandlerOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  readonly newRequestId?: () => string
  /** By default every request may do everything. */
  readonly access?: () => Promise<Access>
  /** Called with an error of no known problem kind. */
  readonly onFault?: (requestId: string, message: string) => void
  /** Removes texts that no role sees from the JSON of an answer. */
  readonly withhold?: (json: string) => Promise<string>
}

/** Checks that a request passes, in this order, before its work begins. */
export interface RouteRules<P extends ParameterTable, B> {
  /** Least role; null: no session is needed. */
  readonly role: Role | null
  /** Skips the check of the origin: the OpenID provider's page leads here. */
  readonly isCrossSite?: boolean
  /** For many small answers in a row: a session that was active in the last seconds is not looked up. */
  readonly isSessionRemembered?: boolean
  /**
   * Audit event, recorded with its outcome for operators of the role `from` and above. `refusalsOnly`: the work
   * records its changes itself, in its transaction.
   */
  readonly audit?: Omit<AuditEvent, 'requestId'> & { readonly from?: Role; readonly refusalsOnly?: boolean }
  /** By default the query is not checked. */
  readonly parameters?: P
  readonly body?: z.ZodType<B>
  /** Most bytes of the body; by default 16 KB. */
  readonly largestBody?: number
}

export interface RequestContext<P extends ParameterTable, B> {
  readonly request: Request
  readonly requestId: string
  readonly principal: Principal
  readonly parameters: ParametersOf<P>
  readonly body: B
  /** Records an audit event. @throws AccessError store-unreachable */
  record(action: AuditAction, subject: string | null, outcome?: string): Promise<void>
  /** Records a change in its own transaction. */
  auditWriter(action: AuditAction, subject: string | null): AuditWriter
  /** For answers that outlive the check of the session. */
  isSessionActive(): Promise<boolean>
}

/** Data of an answer; the rest of its envelope is the same for every route. */
export type Result<T> = ResultMeta & ({ readonly data: T } | { readonly dataJson: string })

/** `dataJson` of a result is data whose JSON was made elsewhere. */
export interface ResultMeta {
  /** Fields beside the envelope, for open pages of the version before. */
  readonly topLevel?: Readonly<Record<string, unknown>>
  /** ISO 8601; by default now. */
  readonly fetchedAt?: string
  readonly dropped?: number
  readonly staleBecause?: ProblemKind | null
  readonly partial?: boolean
  readonly status?: number
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export type Handle = <P extends ParameterTable, B>(
  request: Request,
  rules: RouteRules<P, B>,
  work: (context: RequestContext<P, B>) => Promise<Result<unknown> | Response>,
) => Promise<Response>

/** Every route's pipeline: guard, parameters, body, audit, then an Answer or a Problem; it never rejects. */
export function createHandler({
  now = Date.now,
  newRequestId = randomUUID,
  access = async () => openAccess,
  onFault = () => undefined,
  withhold = async (json) => json,
}: HandlerOptions = {}): Handle {
  return async (request, rules, work) => {
    const requestId = newRequestId()
    try {
      const response = await run(await access(), request, rules, requestId, async (context) => {
        const result = await work(context)
        return result instanceof Response
          ? result
          : answerOf(result, request, { requestId, now: now(), withhold })
      })
      response.headers.set(REQUEST_ID_HEADER, requestId)
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
      return response
    } catch (error) {
      // The client has disconnected. 499 is nginx's status for it.
      if (request.signal.aborted) return new Response(null, { status: 499 })
      const fault = faultOf(error)
      if (fault !== null) onFault(requestId, fault)
      return problemResponse(error, requestId)
    }
  }
}

async function run<P extends ParameterTable, B>(
  access: Access,
  request: Request,
  {
    role,
    isCrossSite = false,
    isSessionRemembered = false,
    audit,
    parameters,
    body,
    largestBody,
  }: RouteRules<P, B>,
  requestId: string,
  work: (context: RequestContext<P, B>) => Promise<Response>,
): Promise<Response> {
  const event = audit && { action: audit.action, subject: audit.subject, requestId }
  const principal =
    role === null ? guest(request) : await access.authorize(request, role, event, isSessionRemembered)
  if (role === null && !isCrossSite) access.checkOrigin(request)
  const checked = async () =>
    work({
      request,
      requestId,
      principal,
      parameters: (parameters ? readParameters(request.url, parameters) : {}) as ParametersOf<P>,
      body: (body && (await readBody(request, body, largestBody))) as B,
      record: (action, subject, outcome = 'ok') =>
        access.record(principal, { action, subject, requestId }, outcome),
      auditWriter: (action, subject) => access.auditWriter(principal, { action, subject, requestId }),
      isSessionActive: () => access.isSessionActive(principal),
    })
  if (!event || audit?.refusalsOnly || (audit?.from && !hasRole(principal.role, audit.from))) return checked()
  const response = await checked().catch(async (error: unknown) => {
    await access.record(principal, event, problemKindOf(error)).catch(() => undefined)
    throw error
  })
  await access.record(principal, event, 'ok')
  return response
}

/** A client without a session, which counts as the least role. */
function guest({ headers }: Request): Principal {
  return { operator: null, role: 'viewer', address: headers.get(CLIENT_IP_HEADER) }
}

async function answerOf<T>(
  result: Result<T>,
  request: Request,
  {
    requestId,
    now,
    withhold,
  }: Required<Pick<HandlerOptions, 'withhold'>> & { requestId: string; now: number },
): Promise<Response> {
  const {
    fetchedAt = new Date(now).toISOString(),
    staleBecause = null,
    dropped = 0,
    partial = false,
  } = result
  const meta: AnswerMeta = {
    fetchedAt,
    ageMs: Math.max(0, now - Date.parse(fetchedAt)),
    stale: staleBecause !== null,
    reason: staleBecause,
    partial,
    dropped,
    requestId,
  }
  const headers = new Headers(result.headers)
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie)
  const status = result.status ?? 200
  if ('dataJson' in result)
    return gzipJsonResponse(
      await withhold(`{"data":${result.dataJson},"meta":${JSON.stringify(meta)}}`),
      status,
      headers,
      request,
    )
  const answer: Answer<T> = { data: result.data, meta }
  return jsonTextResponse(await withhold(JSON.stringify({ ...result.topLevel, ...answer })), status, headers)
}
