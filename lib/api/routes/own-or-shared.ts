import { ProblemError } from '@/lib/api/contract/problem-error'
import type { WatchListName } from '@/lib/api/contract/watch-list'
import type { AnyContext } from '@/lib/api/http/route'
import type { AuditAction } from '@/lib/auth/audit'
import type { Principal } from '@/lib/auth/principal'
import { seesPeople } from './service'

/**
 * Viewers have lists of their own, and see those of the desk.
 * @throws ProblemError role-required
 */
export async function requireList(
  { principal, record }: AnyContext,
  list: WatchListName,
  action: AuditAction,
  subject: string,
): Promise<void> {
  if (list === 'own' || seesPeople(principal)) return
  await record(action, subject, 'role-required')
  throw new ProblemError('role-required')
}

/** Null without sign-in. */
export function operatorOf({ operator }: Principal): string | null {
  return operator?.id ?? null
}

/** Without sign-in there is one list. */
export function ownerOf(principal: Principal, list: WatchListName): string | null {
  return list === 'own' ? operatorOf(principal) : null
}
