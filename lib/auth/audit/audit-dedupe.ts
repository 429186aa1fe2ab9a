import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Audit } from './audit'
import type { AuditAction, RecordEvent } from './types'

/** Actions that an open page repeats: when its window gets the focus, and while the service fails. */
const REPEATED: ReadonlySet<AuditAction> = new Set(['open-record', 'look-up', 'open-recording'])
const INTERVAL_MS = 15 * 60_000
const REMEMBERED_MAXIMUM = 10_000

/**
 * Records events, equal ones of a session that polls its record only once every quarter of an hour. Nothing that the
 * browser sends decides this: only an entry that this process wrote recently suppresses an equal one.
 */
export function createAuditDedupe(audit: Pick<Audit, 'write'>, now: () => number = Date.now): RecordEvent {
  const writtenAtMs = new LRUCache<string, number>({ max: REMEMBERED_MAXIMUM })

  return async (principal, event, outcome) => {
    const write = () => audit.write({ principal, ...event, outcome })
    if (!REPEATED.has(event.action)) return write()
    const { operator, role, address } = principal
    const content = [operator?.sessionId, role, address, event.action, event.subject, outcome]
    const key = createHash('sha256').update(JSON.stringify(content)).digest('base64')
    if ((writtenAtMs.get(key) ?? -Infinity) + INTERVAL_MS > now()) return
    await write()
    writtenAtMs.set(key, now())
  }
}
