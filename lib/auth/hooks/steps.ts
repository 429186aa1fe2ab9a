import type { BetterAuthOptions } from 'better-auth'
import type { getSessionFromCtx } from 'better-auth/api'
import type { Operators } from '@/lib/auth/accounts/operators'
import type { AuditLog } from '@/lib/auth/audit'
import type { BetterAuth } from '@/lib/auth/auth'
import type { AuthRequest } from '@/lib/auth/auth-request'
import type { LoginThrottle } from '@/lib/auth/rate-limit'
import type { Database } from '@/lib/store/store'

export type AuthHooks = NonNullable<BetterAuthOptions['hooks']>

type EndpointContext = Parameters<typeof getSessionFromCtx>[0]
export interface HookContext extends EndpointContext {
  readonly context: EndpointContext['context'] & {
    /** After the work: its answer, or its error. */
    readonly returned?: unknown
    readonly responseHeaders?: Headers
  }
}

/** A value that it returns replaces the answer. */
export type Step = (ctx: HookContext, request: AuthRequest) => Promise<unknown>

/** Steps before and after better-auth's own work. */
export interface Steps {
  readonly before?: Step
  readonly after?: Step
}

/** By better-auth's path. */
export type StepsByPath = Readonly<Record<string, Steps>>

export interface HookParts {
  readonly db: Database
  readonly audit: AuditLog
  readonly loginThrottle: LoginThrottle
  readonly auth: () => BetterAuth
  readonly operators: Operators
  /** For the log: why a sign-in by OpenID Connect was refused. */
  readonly warn: (message: string) => void
}

/** The session is in the cookie only, which scripts of the page cannot read. */
export function withoutToken(returned: unknown): unknown {
  const { token: _, ...rest } = returned as { token?: string }
  return rest
}
