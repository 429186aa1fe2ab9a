import type { BrowserContext, Request, Route } from '@playwright/test'
import {
  auditPageSchema,
  invitationRequestSchema,
  linkCreatedSchema,
  meSchema,
  operatorChangeSchema,
  operatorsSchema,
  type Role,
} from '@/lib/contract/operators'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/contract/problems'
import {
  authenticatorSchema,
  codeSchema,
  credentialsSchema,
  invitationSummarySchema,
  linkSchema,
  passwordChangeSchema,
  passwordSchema,
  resetSchema,
  resetSummarySchema,
  type SessionEnd,
  signInOptionsSchema,
  signInStepSchema,
  twoFactorOffSchema,
} from '@/lib/contract/sign-in'

export const PASSWORD = 'a horse, a battery'
export const CODE = '123456'
/** Secret of every link. */
export const LINK_SECRET = '7cVY0h2h9mJxQd3YbWnK4sT1uR8pLzEf-0123456789'

const HOUR_MS = 3_600_000
const PAGE_LENGTH = 30

/** State of the simulated server; a test may change it at any time. */
export interface OperatorState {
  me: { id: string; name: string; email: string; role: Role; twoFactor: boolean } | null
  operators: {
    id: string
    name: string
    email: string
    role: Role
    disabled: boolean
    twoFactor: boolean
    openId: boolean
    createdAt: string
    sessions: number
    lastSeenAt: string | null
  }[]
  invitations: { id: string; email: string; role: Role; createdAt: string; expiresAt: string }[]
  entries: {
    id: number
    at: string
    operatorEmail: string | null
    action: string
    subject: string | null
    outcome: string
    address: string | null
    requestId: string | null
  }[]
  /** Whether sign-in by OpenID Connect is offered. */
  oidc: boolean
  /** How the browser's session ended. */
  ended: SessionEnd | null
  needsSetUp: boolean
  /** E-mail of the invitation; null: the link is for the set-up. */
  invited: string | null
  /** Problems to answer by method and path. */
  refusals: Map<string, ProblemKind>
  /** Method, path and query of the requests, in order. */
  requests: string[]
}

/** Simulates the routes about operators in the browser; bodies and answers are checked by lib/contract. */
export async function answerAboutOperators(
  context: BrowserContext,
  role: Role = 'administrator',
): Promise<OperatorState> {
  const state = startState(role)
  await context.route(/\/api\/(me|operators|invitations|audit|auth)(\/|\?|$)/, (route, request) =>
    answer(state, route, request),
  )
  return state
}

async function answer(state: OperatorState, route: Route, request: Request): Promise<void> {
  const { pathname, searchParams, search } = new URL(request.url())
  const endpoint = `${request.method()} ${pathname}`
  state.requests.push(endpoint + search)
  const refusal = state.refusals.get(endpoint)
  if (refusal) return refuse(route, refusal)
  const id = pathname.split('/')[3] ?? ''
  switch (endpoint.replace(id && !/auth|\/me\//.test(endpoint) && id !== 'csv' ? id : '\0', '{id}')) {
    case 'GET /api/me':
      return succeed(route, meSchema.parse({ operator: state.me }))
    case 'GET /api/operators':
      return succeed(route, operatorsSchema.parse(state))
    case 'POST /api/operators': {
      const { email, role } = invitationRequestSchema.parse(request.postDataJSON())
      if (state.operators.some((operator) => operator.email === email && !operator.disabled))
        return refuse(route, 'operator-exists')
      const expiresAt = ago(-7 * 24)
      state.invitations = state.invitations.filter((invitation) => invitation.email !== email)
      state.invitations.push({ id: 'i-2', email, role, createdAt: ago(0), expiresAt })
      const url = 'https://kerbside.example/invitation#7cVY0h2h9mJxQd3YbWnK4sT1uR8pLzEf'
      return succeed(route, linkCreatedSchema.parse({ url, expiresAt }))
    }
    case 'PATCH /api/operators/{id}': {
      const change = operatorChangeSchema.parse(request.postDataJSON())
      for (const operator of state.operators) if (operator.id === id) Object.assign(operator, change)
      if (state.me?.id === id && change.role) state.me.role = change.role
      return succeed(route)
    }
    case 'POST /api/operators/{id}/reset': {
      const url = `https://kerbside.example/reset-password#${LINK_SECRET}`
      return succeed(route, linkCreatedSchema.parse({ url, expiresAt: ago(-24) }))
    }
    case 'DELETE /api/operators/{id}/two-factor':
      for (const operator of state.operators) if (operator.id === id) operator.twoFactor = false
      return succeed(route)
    case 'DELETE /api/operators/{id}/lock':
      return succeed(route)
    case 'DELETE /api/operators/{id}':
      state.operators = state.operators.filter((operator) => operator.id !== id)
      return succeed(route)
    case 'DELETE /api/operators/{id}/sessions':
      for (const operator of state.operators) if (operator.id === id) operator.sessions = 0
      return succeed(route)
    case 'DELETE /api/invitations/{id}':
      state.invitations = state.invitations.filter((invitation) => invitation.id !== id)
      return succeed(route)
    case 'GET /api/audit':
      return succeed(route, auditPage(state, searchParams))
    case 'GET /api/audit/csv':
      return route.fulfill({
        headers: {
          'content-type': 'text/csv',
          'content-disposition': 'attachment; filename="kerbside-audit.csv"',
        },
        body: 'id,at\r\n',
      })
    case 'GET /api/auth':
      return succeed(
        route,
        signInOptionsSchema.parse({
          required: true,
          oidc: state.oidc,
          signedIn: state.me !== null,
          ended: state.ended,
          needsSetUp: state.needsSetUp,
        }),
      )
    case 'POST /api/auth/sign-in':
      if (credentialsSchema.parse(request.postDataJSON()).password !== PASSWORD)
        return refuse(route, 'sign-in-failed')
      return succeed(route, signInStepSchema.parse({ next: 'code' }))
    case 'POST /api/auth/link': {
      linkSchema.parse(request.postDataJSON())
      const role = state.invited === null ? 'administrator' : 'viewer'
      return succeed(route, invitationSummarySchema.parse({ email: state.invited, role }))
    }
    case 'POST /api/auth/reset/link':
      linkSchema.parse(request.postDataJSON())
      return succeed(route, resetSummarySchema.parse({ name: 'Grace Hopper', email: 'grace@fleet.example' }))
    case 'POST /api/auth/reset':
      if (resetSchema.parse(request.postDataJSON()).password !== PASSWORD)
        return refuse(route, 'bad-parameter', { parameter: 'password', allowed: 'another password' })
      return succeed(route, signInStepSchema.parse({ next: 'code' }))
    case 'POST /api/auth/password': {
      const read = passwordChangeSchema.safeParse(request.postDataJSON())
      if (!read.success)
        return refuse(route, 'bad-parameter', { parameter: 'password', allowed: 'at least 12 characters' })
      return read.data.current === PASSWORD ? succeed(route) : refuse(route, 'sign-in-failed')
    }
    case 'POST /api/auth/two-factor':
      if (passwordSchema.parse(request.postDataJSON()).password !== PASSWORD)
        return refuse(route, 'sign-in-failed')
      return succeed(
        route,
        authenticatorSchema.parse({
          uri: 'otpauth://totp/Kerbside:ada%40fleet.example?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=Kerbside',
          backupCodes: Array.from({ length: 10 }, (_, place) => `${place}aB3d-eF5gH`),
        }),
      )
    case 'POST /api/auth/two-factor/confirm':
      if (codeSchema.parse(request.postDataJSON()).code !== CODE) return refuse(route, 'wrong-code')
      if (state.me) state.me.twoFactor = true
      return succeed(route)
    case 'DELETE /api/auth/two-factor': {
      const { password, code } = twoFactorOffSchema.parse(request.postDataJSON())
      if (code !== CODE) return refuse(route, 'wrong-code')
      if (password !== PASSWORD) return refuse(route, 'sign-in-failed')
      if (state.me) state.me.twoFactor = false
      return succeed(route)
    }
    case 'POST /api/auth/sign-out':
    case 'DELETE /api/me/sessions':
      state.me = null
      return succeed(route)
    default:
      return refuse(route, 'no-such-route')
  }
}

function succeed(route: Route, data: unknown = null): Promise<void> {
  const meta = { fetchedAt: ago(0), ageMs: 0, stale: false, reason: null, partial: false, dropped: 0 }
  return route.fulfill({ json: { data, meta: { ...meta, requestId: 'r-4711' } } })
}

function refuse(route: Route, kind: ProblemKind, more: object = {}): Promise<void> {
  const { status, title, advice } = problemKinds[kind]
  return route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: {
      type: PROBLEM_TYPE_PREFIX + kind,
      title,
      status,
      detail: advice,
      requestId: 'r-4711',
      retryAfterMs: null,
      ...more,
    },
  })
}

function auditPage(state: OperatorState, search: URLSearchParams) {
  const before = Number(search.get('before') ?? Number.POSITIVE_INFINITY)
  const passing = state.entries.filter(
    ({ id, operatorEmail, action, subject, outcome }) =>
      id < before &&
      (operatorEmail ?? '').includes(search.get('operator') ?? '') &&
      (subject ?? '').includes(search.get('subject') ?? '') &&
      [action, null].includes(search.get('action')) &&
      [outcome, null].includes(search.get('outcome')),
  )
  const entries = passing.slice(0, PAGE_LENGTH)
  const nextBefore = passing.length > PAGE_LENGTH ? (entries.at(-1)?.id ?? null) : null
  return auditPageSchema.parse({ entries, nextBefore })
}

function startState(role: Role): OperatorState {
  const me = { id: 'o-1', name: 'Ada Lovelace', email: 'ada@fleet.example', role, twoFactor: true }
  const createdAt = '2026-02-03T09:00:00Z'
  return {
    me,
    operators: [
      { ...me, disabled: false, openId: true, createdAt, sessions: 2, lastSeenAt: ago(0) },
      {
        id: 'o-2',
        name: 'Grace Hopper',
        email: 'grace.brewster.murray.hopper@dispatching.north-west.fleet.example',
        role: 'dispatcher',
        disabled: false,
        twoFactor: false,
        openId: false,
        createdAt,
        sessions: 1,
        lastSeenAt: ago(0.2),
      },
      {
        id: 'o-3',
        name: 'Alan Turing',
        email: 'alan@fleet.example',
        role: 'viewer',
        disabled: true,
        twoFactor: false,
        openId: false,
        createdAt,
        sessions: 0,
        lastSeenAt: null,
      },
    ],
    invitations: [
      { id: 'i-1', email: 'edsger@fleet.example', role: 'viewer', createdAt: ago(5), expiresAt: ago(-163) },
    ],
    entries: Array.from({ length: 70 }, (_, place) => entry(70 - place)),
    oidc: false,
    ended: null,
    needsSetUp: false,
    invited: null,
    refusals: new Map(),
    requests: [],
  }
}

const events = [
  ['ada@fleet.example', 'read-audit', null, 'ok'],
  ['grace@fleet.example', 'open-record', 'v-0f3a9c', 'ok'],
  ['grace@fleet.example', 'look-up', 'TX-0042 / north depot', 'ok'],
  [null, 'sign-in', 'mallory@elsewhere.example', 'sign-in-failed'],
  ['alan@fleet.example', 'export', 'booking b-77', 'role-required'],
] as const

function entry(id: number): OperatorState['entries'][number] {
  const [operatorEmail, action, subject, outcome] = events[id % events.length] ?? events[0]
  const at = new Date(Date.parse('2026-07-01T12:00:00Z') + id * 60_000).toISOString()
  const requestId = `5f0c1e9a-7a51-4d0e-9b61-0000000000${String(id).padStart(2, '0')}`
  return {
    id,
    at,
    operatorEmail,
    action,
    subject,
    outcome,
    address: '2001:db8:85a3::8a2e:370:7334',
    requestId,
  }
}

function ago(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString()
}
