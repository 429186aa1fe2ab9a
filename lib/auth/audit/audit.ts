import { and, desc, eq, gte, ilike, lt, lte, type SQL, sql } from 'drizzle-orm'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { AuditEntry } from '@/lib/contract/operators'
import { auditEntries } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import type { NewAuditEntry } from './types'

export interface AuditFilter {
  readonly operator: string | null
  readonly action: string | null
  readonly subject: string | null
  readonly outcome: string | null
  readonly from: Date | null
  readonly to: Date | null
  /** Only entries with a smaller id. */
  readonly before: number | null
}

/** Audit log: operator, action, time, address; never the values. Entries cannot be changed. */
export interface Audit {
  /** @param through the transaction of the change, or the database. @throws AccessError store-unreachable */
  write(entry: NewAuditEntry, through?: Database | Transaction): Promise<void>
  /** Newest first. */
  read(filter: AuditFilter, limit: number): Promise<AuditEntry[]>
  /** Deletes entries older than the retention. */
  purge(): Promise<void>
}

const LONGEST_TEXT = 254
const DAY_MS = 86_400_000

export function createAudit(db: Database, retentionDays: number, now: () => number = Date.now): Audit {
  return {
    async write({ principal, action, subject, outcome, requestId }, through = db) {
      const { operator, address } = principal
      try {
        await through.insert(auditEntries).values({
          at: new Date(now()),
          operatorId: operator?.id ?? null,
          operatorEmail: operator?.email ?? null,
          action,
          subject: subject === null ? null : clean(subject),
          outcome,
          address: address === null ? null : clean(address),
          requestId,
        })
      } catch (cause) {
        throw new AccessError('store-unreachable', { cause })
      }
    },
    async read(filter, limit) {
      const rows = await db
        .select()
        .from(auditEntries)
        .where(and(...conditionsOf(filter)))
        .orderBy(desc(auditEntries.id))
        .limit(limit)
      return rows.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        operatorEmail: row.operatorEmail,
        action: row.action,
        subject: row.subject,
        outcome: row.outcome,
        address: row.address,
        requestId: row.requestId,
      }))
    },
    async purge() {
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local kerbside.retention_days = ${sql.raw(`'${retentionDays}'`)}`)
        await tx.delete(auditEntries).where(lt(auditEntries.at, new Date(now() - retentionDays * DAY_MS)))
      })
    },
  }
}

function conditionsOf(filter: AuditFilter): SQL[] {
  const conditions = [
    filter.operator === null ? null : ilike(auditEntries.operatorEmail, containing(filter.operator)),
    filter.action === null ? null : eq(auditEntries.action, filter.action),
    filter.subject === null ? null : ilike(auditEntries.subject, containing(filter.subject)),
    filter.outcome === null ? null : eq(auditEntries.outcome, filter.outcome),
    filter.from === null ? null : gte(auditEntries.at, filter.from),
    filter.to === null ? null : lte(auditEntries.at, filter.to),
    filter.before === null ? null : lt(auditEntries.id, filter.before),
  ]
  return conditions.filter((condition) => condition !== null)
}

function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

// PostgreSQL accepts no zero bytes, and subjects are user input.
function clean(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, LONGEST_TEXT)
}
