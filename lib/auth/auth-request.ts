import { AsyncLocalStorage } from 'node:async_hooks'
import type { Principal } from './principal'

/** A request to better-auth's router, for its hooks. */
export interface AuthRequest {
  readonly principal: Principal
  readonly requestId: string
  /** Whether the attempt was counted for its network too. */
  isNetworkCounted: boolean
  /** Gives the counted attempt back where it came to no answer. */
  refund: () => Promise<void>
  /** E-mail address of the account whose code is checked; null while it is unknown. */
  challenged: string | null
  /** Id of the operator whose remembered sessions end with it; null for none. */
  changes: string | null
}

/** Not set outside of better-auth's router: its hooks do nothing then. */
export const authRequests = new AsyncLocalStorage<AuthRequest>()
