import type { z } from 'zod'
import type {
  auditPageSchema,
  invitationRequestSchema,
  linkCreatedSchema,
  meSchema,
  operatorChangeSchema,
  operatorsSchema,
} from '@/lib/api/contract/operators'
import type { Found, findRequestSchema, NearPlaces, nearRequestSchema } from '@/lib/api/contract/places'
import type {
  pathRequestSchema,
  RoadPath,
  RoadTimes,
  RoadWaits,
  timesRequestSchema,
  waitRequestSchema,
} from '@/lib/api/contract/roads'
import type {
  acceptanceSchema,
  authenticatorSchema,
  codeSchema,
  credentialsSchema,
  invitationSummarySchema,
  linkSchema,
  oidcRedirectSchema,
  oidcRequestSchema,
  passwordChangeSchema,
  passwordSchema,
  resetSchema,
  resetSummarySchema,
  signInOptionsSchema,
  signInStepSchema,
  twoFactorOffSchema,
} from '@/lib/api/contract/sign-in'
import type { watchRequestSchema } from '@/lib/api/contract/watch-list'
import type { NewWebhookAddress, WebhookAddresses, webhookRequestSchema } from '@/lib/api/contract/webhooks'
import { errorOfAnswer } from './errors'
import { type RequestOptions, request } from './request'

const NO_CONTENT = 204

/** Bodies and answers of routes that take a body, and of all operator routes. Shapes: lib/api/contract. */
interface Calls {
  'GET /api/me': { body: undefined; answer: z.infer<typeof meSchema> }
  'DELETE /api/me/sessions': { body: undefined; answer: unknown }
  'GET /api/operators': { body: undefined; answer: z.infer<typeof operatorsSchema> }
  'POST /api/operators': {
    body: z.infer<typeof invitationRequestSchema>
    answer: z.infer<typeof linkCreatedSchema>
  }
  'PATCH /api/operators/{id}': { body: z.infer<typeof operatorChangeSchema>; answer: unknown }
  'DELETE /api/operators/{id}': { body: undefined; answer: unknown }
  'DELETE /api/operators/{id}/sessions': { body: undefined; answer: unknown }
  'DELETE /api/operators/{id}/two-factor': { body: undefined; answer: unknown }
  'DELETE /api/operators/{id}/lock': { body: undefined; answer: unknown }
  'POST /api/operators/{id}/reset': {
    body: Record<string, never>
    answer: z.infer<typeof linkCreatedSchema>
  }
  'DELETE /api/invitations/{id}': { body: undefined; answer: unknown }
  'GET /api/audit': { body: undefined; answer: z.infer<typeof auditPageSchema> }
  'GET /api/auth': { body: undefined; answer: z.infer<typeof signInOptionsSchema> }
  'POST /api/auth/sign-in': {
    body: z.infer<typeof credentialsSchema>
    answer: z.infer<typeof signInStepSchema>
  }
  'POST /api/auth/sign-in/code': {
    body: z.infer<typeof codeSchema>
    answer: z.infer<typeof signInStepSchema>
  }
  'POST /api/auth/sign-in/oidc': {
    body: z.infer<typeof oidcRequestSchema>
    answer: z.infer<typeof oidcRedirectSchema>
  }
  'POST /api/auth/link': { body: z.infer<typeof linkSchema>; answer: z.infer<typeof invitationSummarySchema> }
  'POST /api/auth/accept': {
    body: z.infer<typeof acceptanceSchema>
    answer: z.infer<typeof signInStepSchema>
  }
  'POST /api/auth/reset/link': {
    body: z.infer<typeof linkSchema>
    answer: z.infer<typeof resetSummarySchema>
  }
  'POST /api/auth/reset': { body: z.infer<typeof resetSchema>; answer: z.infer<typeof signInStepSchema> }
  'POST /api/auth/password': { body: z.infer<typeof passwordChangeSchema>; answer: unknown }
  'POST /api/auth/two-factor': {
    body: z.infer<typeof passwordSchema>
    answer: z.infer<typeof authenticatorSchema>
  }
  'POST /api/auth/two-factor/confirm': { body: z.infer<typeof codeSchema>; answer: unknown }
  'DELETE /api/auth/two-factor': { body: z.infer<typeof twoFactorOffSchema>; answer: unknown }
  'POST /api/find': { body: z.infer<typeof findRequestSchema>; answer: Found }
  'PUT /api/watch-list/{vehicleId}': { body: z.infer<typeof watchRequestSchema>; answer: unknown }
  'DELETE /api/watch-list/{vehicleId}': { body: undefined; answer: unknown }
  'POST /api/places/near': { body: z.infer<typeof nearRequestSchema>; answer: NearPlaces }
  'POST /api/auth/sign-out': { body: Record<string, never>; answer: unknown }
  'POST /api/roads/times': { body: z.infer<typeof timesRequestSchema>; answer: RoadTimes }
  'POST /api/roads/path': { body: z.infer<typeof pathRequestSchema>; answer: RoadPath }
  'GET /api/webhooks': { body: undefined; answer: WebhookAddresses }
  'POST /api/webhooks': { body: z.infer<typeof webhookRequestSchema>; answer: NewWebhookAddress }
  'DELETE /api/webhooks/{id}': { body: undefined; answer: unknown }
  'POST /api/roads/wait': { body: z.infer<typeof waitRequestSchema>; answer: RoadWaits }
}

/**
 * Calls a route with JSON.
 * @param route method and path as in `Calls`
 * @param path the same path with encoded ids and query
 * @throws ApiError with the server's problem, or kerbside-unreachable
 */
export async function call<Route extends keyof Calls>(
  route: Route,
  path: string,
  body: Calls[Route]['body'],
  options?: RequestOptions,
): Promise<Calls[Route]['answer']> {
  const method = route.slice(0, route.indexOf(' '))
  const answered = await request(method, path, body, options)
  // A node of version 0.1.0 answers without an envelope; a proxy's own page is no JSON.
  if (answered.ok && answered.body) return answered.body.meta ? answered.body.data : answered.body
  if (answered.ok && answered.status === NO_CONTENT) return null
  throw errorOfAnswer(route, answered.status, answered.body)
}
