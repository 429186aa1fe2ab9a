import type { BrowserContext, Request, Route } from '@playwright/test'
import {
  auditPageSchema,
  invitedSchema,
  invitingSchema,
  meSchema,
  operatorChangeSchema,
  operatorsSchema,
  type Role,
} from '@/lib/contract/operators'
import { PROBLEM_TYPE_PREFIX, type ProblemKind, problemKinds } from '@/lib/contract/problems'
import {
  authenticatorSchema,
  codeEntrySchema,
  enteredSchema,
  linkedSchema,
  linkSchema,
  passwordChangeSchema,
  passwordEntrySchema,
  passwordProofSchema,
  signInWaysSchema,
} from '@/lib/contract/sign-in'

/** The operator's, and the authenticator's. */
export const PASSWORD = 'a horse, a battery'
export const CODE = '123456'
/** Of a link, whatever it is for. */
export const LINK_SECRET = '7cVY0h2h9mJxQd3YbWnK4sT1uR8pLzEf-0123456789'

const HOUR_MS = 3_600_000
const PAGE_LENGTH = 30

/** What the server would hold. A test may change it before and while the page asks. */
export interface OperatorState {
  me: { id: string; name: string; email: string; role: Role; two_factor: boolean } | null
  operators: {
    id: string
    name: string
    email: string
    role: Role
    disabled: boolean
    two_factor: boolean
    created_at: string
    sessions: number
    last_seen_at: string | null
  }[]
  invitations: { id: string; email: string; role: Role; created_at: string; expires_at: string }[]
  entries: {
    id: number
    at: string
    operator_email: string | null
    action: string
    subject: string | null
    outcome: string
    address: string | null
    request_id: string | null
  }[]
  /** Whether an OpenID provider lets people in as well. */
  oidc: boolean
  /** For whom the link is; null: it sets Kerbside up. */
  invited: string | null
  /** What every request of this method and path is refused with. */
  refusals: Map<string, ProblemKind>
  /** Method, path and query of what was asked, in order. */
  asked: string[]
}

/**
 * Stands in for the routes about operators, in the browser: what it answers is what `lib/contract/operators` says, and
 * what it takes as well.
 */
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
  const asked = `${request.method()} ${pathname}`
  state.asked.push(asked + search)
  const refusal = state.refusals.get(asked)
  if (refusal) return refuse(route, refusal)
  const id = pathname.split('/')[3] ?? ''
  switch (asked.replace(id && !/auth|\/me\//.test(asked) && id !== 'csv' ? id : '\0', '{id}')) {
    case 'GET /api/me':
      return route.fulfill({ json: meSchema.parse({ operator: state.me }) })
    case 'GET /api/operators':
      return route.fulfill({ json: operatorsSchema.parse(state) })
    case 'POST /api/operators': {
      const { email, role } = invitingSchema.parse(request.postDataJSON())
      if (state.operators.some((operator) => operator.email === email))
        return refuse(route, 'operator-exists')
      const expires_at = ago(-7 * 24)
      state.invitations.push({ id: 'i-2', email, role, created_at: ago(0), expires_at })
      const url = 'https://kerbside.example/invitation#7cVY0h2h9mJxQd3YbWnK4sT1uR8pLzEf'
      return route.fulfill({ json: invitedSchema.parse({ url, expires_at }) })
    }
    case 'PATCH /api/operators/{id}': {
      const change = operatorChangeSchema.parse(request.postDataJSON())
      for (const operator of state.operators) if (operator.id === id) Object.assign(operator, change)
      if (state.me?.id === id && change.role) state.me.role = change.role
      return route.fulfill({ status: 204 })
    }
    case 'DELETE /api/operators/{id}/sessions':
      for (const operator of state.operators) if (operator.id === id) operator.sessions = 0
      return route.fulfill({ status: 204 })
    case 'DELETE /api/invitations/{id}':
      state.invitations = state.invitations.filter((invitation) => invitation.id !== id)
      return route.fulfill({ status: 204 })
    case 'GET /api/audit':
      return route.fulfill({ json: auditPage(state, searchParams) })
    case 'GET /api/audit/csv':
      return route.fulfill({
        headers: {
          'content-type': 'text/csv',
          'content-disposition': 'attachment; filename="kerbside-audit.csv"',
        },
        body: 'id,at\r\n',
      })
    case 'GET /api/auth':
      return route.fulfill({
        json: signInWaysSchema.parse({ required: true, oidc: state.oidc, signed_in: state.me !== null }),
      })
    case 'POST /api/auth/sign-in':
      if (passwordEntrySchema.parse(request.postDataJSON()).password !== PASSWORD)
        return refuse(route, 'sign-in-failed')
      return route.fulfill({ json: enteredSchema.parse({ next: 'code' }) })
    case 'POST /api/auth/link': {
      linkSchema.parse(request.postDataJSON())
      const role = state.invited === null ? 'administrator' : 'viewer'
      return route.fulfill({ json: linkedSchema.parse({ email: state.invited, role }) })
    }
    case 'POST /api/auth/password': {
      const read = passwordChangeSchema.safeParse(request.postDataJSON())
      if (!read.success)
        return refuse(route, 'bad-parameter', { parameter: 'password', allowed: 'at least 12 characters' })
      return read.data.current === PASSWORD ? route.fulfill({ json: {} }) : refuse(route, 'sign-in-failed')
    }
    case 'POST /api/auth/two-factor':
      if (passwordProofSchema.parse(request.postDataJSON()).password !== PASSWORD)
        return refuse(route, 'sign-in-failed')
      return route.fulfill({
        json: authenticatorSchema.parse({
          uri: 'otpauth://totp/Kerbside:ada%40fleet.example?secret=JBSWY3DPEHPK3PXPJBSWY3DP&issuer=Kerbside',
          backup_codes: Array.from({ length: 10 }, (_, place) => `${place}aB3d-eF5gH`),
        }),
      })
    case 'POST /api/auth/two-factor/confirm':
      if (codeEntrySchema.parse(request.postDataJSON()).code !== CODE) return refuse(route, 'sign-in-failed')
      if (state.me) state.me.two_factor = true
      return route.fulfill({ json: {} })
    case 'DELETE /api/auth/two-factor':
      if (passwordProofSchema.parse(request.postDataJSON()).password !== PASSWORD)
        return refuse(route, 'sign-in-failed')
      if (state.me) state.me.two_factor = false
      return route.fulfill({ json: {} })
    case 'POST /api/auth/sign-out':
    case 'DELETE /api/me/sessions':
      state.me = null
      return route.fulfill({ json: { success: true } })
    default:
      return refuse(route, 'no-such-route')
  }
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
    ({ id, operator_email, action, subject, outcome }) =>
      id < before &&
      (operator_email ?? '').includes(search.get('operator') ?? '') &&
      (subject ?? '').includes(search.get('subject') ?? '') &&
      [action, null].includes(search.get('action')) &&
      [outcome, null].includes(search.get('outcome')),
  )
  const entries = passing.slice(0, PAGE_LENGTH)
  const next_before = passing.length > PAGE_LENGTH ? (entries.at(-1)?.id ?? null) : null
  return auditPageSchema.parse({ entries, next_before })
}

function startState(role: Role): OperatorState {
  const me = { id: 'o-1', name: 'Ada Lovelace', email: 'ada@fleet.example', role, two_factor: true }
  const created_at = '2026-02-03T09:00:00Z'
  return {
    me,
    operators: [
      { ...me, disabled: false, created_at, sessions: 2, last_seen_at: ago(0) },
      {
        id: 'o-2',
        name: 'Grace Hopper',
        email: 'grace.brewster.murray.hopper@dispatching.north-west.fleet.example',
        role: 'dispatcher',
        disabled: false,
        two_factor: false,
        created_at,
        sessions: 1,
        last_seen_at: ago(0.2),
      },
      {
        id: 'o-3',
        name: 'Alan Turing',
        email: 'alan@fleet.example',
        role: 'viewer',
        disabled: true,
        two_factor: false,
        created_at,
        sessions: 0,
        last_seen_at: null,
      },
    ],
    invitations: [
      { id: 'i-1', email: 'edsger@fleet.example', role: 'viewer', created_at: ago(5), expires_at: ago(-163) },
    ],
    entries: Array.from({ length: 70 }, (_, place) => entry(70 - place)),
    oidc: false,
    invited: null,
    refusals: new Map(),
    asked: [],
  }
}

const deeds = [
  ['ada@fleet.example', 'read-audit', null, 'ok'],
  ['grace@fleet.example', 'open-record', 'v-0f3a9c', 'ok'],
  ['grace@fleet.example', 'look-up', 'TX-0042 / north depot', 'ok'],
  [null, 'sign-in', 'mallory@elsewhere.example', 'sign-in-failed'],
  ['alan@fleet.example', 'export', 'booking b-77', 'role-required'],
] as const

function entry(id: number): OperatorState['entries'][number] {
  const [operator_email, action, subject, outcome] = deeds[id % deeds.length] ?? deeds[0]
  const at = new Date(Date.parse('2026-07-01T12:00:00Z') + id * 60_000).toISOString()
  const request_id = `5f0c1e9a-7a51-4d0e-9b61-0000000000${String(id).padStart(2, '0')}`
  return {
    id,
    at,
    operator_email,
    action,
    subject,
    outcome,
    address: '2001:db8:85a3::8a2e:370:7334',
    request_id,
  }
}

function ago(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString()
}
