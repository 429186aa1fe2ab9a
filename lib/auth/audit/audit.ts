import { and, desc, eq, gte, ilike, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AuditEntry } from '@/lib/api/contract/operators'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { auditEntries } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import type { NewAuditEntry } from './types'

/** Unset fields do not filter. */
export interface AuditFilter {
  readonly operator?: string
  readonly action?: string
  readonly subject?: string
  readonly outcome?: string
  readonly from?: Date
  readonly to?: Date
  /** Only entries with a smaller id. */
  readonly before?: number
}

export type Audit = ReturnType<typeof createAudit>

const LONGEST_TEXT = 254
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Audit log: operator, action, time, address; never the values. Entries cannot be changed. */
export function createAudit(db: Database, retentionDays: number, now: () => number = Date.now) {
  return {
    /** @param through the transaction of the change, or the database. @throws AccessError store-unreachable */
    async write(
      { principal, action, subject, outcome, requestId }: NewAuditEntry,
      through: Database | Transaction = db,
    ): Promise<void> {
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
    /** Newest first. */
    async read(filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
      const rows = await db
        .select()
        .from(auditEntries)
        .where(conditionOf(filter))
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
    /** Addresses from which signing in as an operator has failed within an hour, which covers every lock. */
    async failureAddresses(email: string): Promise<(string | null)[]> {
      const isOfOperator = or(eq(auditEntries.operatorEmail, email), eq(auditEntries.subject, email))
      const isFailure = inArray(auditEntries.outcome, ['sign-in-failed', 'too-many-tries', 'wrong-code'])
      const isRecent = gte(auditEntries.at, new Date(now() - HOUR_MS))
      const { address } = auditEntries
      const rows = await db
        .selectDistinct({ address })
        .from(auditEntries)
        .where(and(isRecent, isFailure, isOfOperator))
      return rows.map((row) => row.address)
    },
    /** Deletes entries older than the retention. */
    async purge(): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local kerbside.retention_days = ${sql.raw(`'${retentionDays}'`)}`)
        await tx.delete(auditEntries).where(lt(auditEntries.at, new Date(now() - retentionDays * DAY_MS)))
      })
    },
  }
}

function conditionOf({ operator, action, subject, outcome, from, to, before }: AuditFilter): SQL | undefined {
  return and(
    operator ? ilike(auditEntries.operatorEmail, containing(operator)) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    subject ? ilike(auditEntries.subject, containing(subject)) : undefined,
    outcome ? eq(auditEntries.outcome, outcome) : undefined,
    from && gte(auditEntries.at, from),
    to && lte(auditEntries.at, to),
    before === undefined ? undefined : lt(auditEntries.id, before),
  )
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
