import type { Principal } from '@/lib/auth/sessions/principal'
import { networkOf } from '@/lib/auth/sign-in/rate-limit-network'

/** In whose shares a request counts: the operator's, and that of the network of the client's address. */
export interface ShareHolder {
  /** Null where sign-in is disabled. */
  readonly operator: string | null
  readonly network: string | null
}

export function shareHolderOf({ operator, address }: Principal): ShareHolder {
  return { operator: operator?.id ?? null, network: address === null ? null : networkOf(address) }
}

/** Owner of the fair share of the calls that a request uses: the operator wherever it comes from, else the network. */
export function ownerOf({ operator, network }: ShareHolder): string {
  return operator === null ? `network ${network ?? ''}` : `operator ${operator}`
}
