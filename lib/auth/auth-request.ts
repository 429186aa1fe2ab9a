import { AsyncLocalStorage } from 'node:async_hooks'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Principal } from './sessions/principal'

/**
 * `known`: from an address where this account has signed in before, with a
 * session, or with a one-time link.
 */
export type Lane = 'known' | 'unknown'

/** A request to better-auth's router, for its hooks. */
export interface AuthRequest {
  readonly principal: Principal
  readonly requestId: string
  /** Where its passwords are hashed. */
  lane: { readonly name: Lane; readonly owner: string }
  /** Gives the counted attempt back where it came to no answer. */
  refund: (because: ProblemKind) => Promise<void>
  /** E-mail address of the account whose code is checked; null while it is unknown. */
  challenged: string | null
  /** Id of the operator whose remembered sessions end with it; null for none. */
  changes: string | null
}

/** Not set outside of better-auth's router: its hooks do nothing then. */
export const authRequests = new AsyncLocalStorage<AuthRequest>()
