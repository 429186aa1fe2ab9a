import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AuditEvent, Principal } from '@/lib/auth/sessions/access'
import type { Audit, AuditAction } from './audit'

/** What a page reads anew while it is open: whenever its window gets the focus, and while the service fails. */
const READ_ANEW: ReadonlySet<AuditAction> = new Set(['open-record', 'look-up'])
const ONE_OPENING_MS = 15 * 60_000
const REMEMBERED_MAXIMUM = 10_000

/**
 * Writes what was done; a record that a session goes on reading is one opening, and one more every quarter of an hour.
 * Nothing that the browser says of its request decides it: only what stands in an entry already, written no longer
 * ago, is not written again. What this process forgot, or another node wrote, is written once more.
 */
export function createAuditDedupe(audit: Pick<Audit, 'write'>, now: () => number = Date.now) {
  const writtenAtMs = new LRUCache<string, number>({ max: REMEMBERED_MAXIMUM })

  return async (who: Principal, deed: AuditEvent, outcome: string): Promise<void> => {
    const write = () => audit.write({ who, ...deed, outcome })
    if (!READ_ANEW.has(deed.action)) return write()
    const { operator, role, address } = who
    const same = [operator?.sessionId, role, address, deed.action, deed.subject, outcome]
    const key = createHash('sha256').update(JSON.stringify(same)).digest('base64')
    if ((writtenAtMs.get(key) ?? -Infinity) + ONE_OPENING_MS > now()) return
    await write()
    writtenAtMs.set(key, now())
  }
}
