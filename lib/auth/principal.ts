import type { Role } from '@/lib/api/contract/operators'

export interface Principal {
  /** Null without a session, and where sign-in is disabled. */
  readonly operator: SignedIn | null
  readonly role: Role
  readonly address: string | null
}

export interface SignedIn {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly sessionId: string
  readonly twoFactor: boolean
  /** Name of the script's token, where one was used. */
  readonly token?: string
}
