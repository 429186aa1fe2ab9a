import { createHash } from 'node:crypto'
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { AUDIT_ACTIONS } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { auditEntries } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import type { AuthRequest } from './auth-request'
import type { Principal } from './principal'

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditEvent {
  readonly action: AuditAction
  /** Object of the action; null when there is none. */
  readonly subject: string | null
  readonly requestId: string
}

interface AuditedOperator {
  /** Null on the server's console. */
  readonly id: string | null
  readonly email: string
  /** Name of the script's token, where one was used. */
  readonly token?: string
}

export interface NewAuditEntry extends AuditEvent {
  readonly principal: Pick<Principal, 'address'> & {
    readonly operator: AuditedOperator | null
  }
  /** `ok`, or the kind of problem. */
  readonly outcome: string
}

/**
 * Records an audit event in the transaction of its change, if given: neither is
 * committed without the other.
 */
export type AuditWriter = (tx?: Transaction) => Promise<void>

/** Records an audit event. @throws ProblemError store-unreachable */
export type RecordEvent = (
  principal: Principal,
  event: AuditEvent,
  outcome: string,
) => Promise<void>

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

/** The audit log of those that only add to it. */
export interface AuditLog {
  readonly write: Audit['write']
}

const LONGEST_TEXT = 254
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Audit log: operator, action, time, address; never the values. Entries cannot be changed. */
export function createAudit(db: Database, retentionDays: number, now: () => number) {
  return {
    /**
     * @param through the transaction of the change, or the database.
     * @throws ProblemError store-unreachable
     */
    async write(
      { principal, action, subject, outcome, requestId }: NewAuditEntry,
      through: Database | Transaction = db,
    ): Promise<void> {
      const { operator, address } = principal
      try {
        await through.insert(auditEntries).values({
          at: new Date(now()),
          operatorId: operator?.id ?? null,
          operatorEmail: operator && nameOf(operator),
          action,
          subject: subject === null ? null : clean(subject),
          outcome,
          address: address === null ? null : clean(address),
          requestId,
        })
      } catch (cause) {
        throw new ProblemError('store-unreachable', { cause })
      }
    },
    /** Newest first. */
    async read(filter: AuditFilter, limit: number) {
      const { operatorId, ...columns } = getTableColumns(auditEntries)
      const rows = await db
        .select(columns)
        .from(auditEntries)
        .where(conditionOf(filter))
        .orderBy(desc(auditEntries.id))
        .limit(limit)
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    },
    /**
     * Addresses from which signing in as an operator has failed within an
     * hour, which covers every lock.
     */
    async failureAddresses(email: string): Promise<(string | null)[]> {
      const isOfOperator = or(
        eq(auditEntries.operatorEmail, email),
        eq(auditEntries.subject, email),
      )
      const isFailure = inArray(auditEntries.outcome, [
        'sign-in-failed',
        'too-many-tries',
        'wrong-code',
      ])
      const isRecent = gte(auditEntries.at, new Date(now() - HOUR_MS))
      const { address } = auditEntries
      const rows = await db
        .selectDistinct({ address })
        .from(auditEntries)
        .where(and(isRecent, isFailure, isOfOperator))
      return rows.map((row) => row.address)
    },
    async purge(): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local kerbside.retention_days = ${sql.raw(`'${retentionDays}'`)}`)
        await tx
          .delete(auditEntries)
          .where(lt(auditEntries.at, new Date(now() - retentionDays * DAY_MS)))
      })
    },
  }
}

/** Records an event of a request to better-auth. @throws ProblemError store-unreachable */
export async function recordFor(
  audit: AuditLog,
  { principal, requestId }: AuthRequest,
  action: AuditAction,
  subject: string | null,
  outcome = 'ok',
  through?: Transaction,
): Promise<void> {
  await audit.write({ principal, action, subject, outcome, requestId }, through)
}

function conditionOf({
  operator,
  action,
  subject,
  outcome,
  from,
  to,
  before,
}: AuditFilter): SQL | undefined {
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

/** E-mail address of an operator, and the name of the token that a script used. */
function nameOf({ email, token }: AuditedOperator): string {
  return token ? clean(`${email} · token ${token}`) : email
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

/**
 * Actions that an open page repeats: when its window gets the focus, and while the service fails.
 */
const REPEATED: ReadonlySet<AuditAction> = new Set(['open-record', 'look-up', 'open-recording'])
const INTERVAL_MS = 15 * 60_000
const REMEMBERED_MAXIMUM = 10_000

/**
 * Records events, equal ones of a session that polls its record only once every quarter of an
 * hour. Nothing that the browser sends decides this: only an entry that this process wrote
 * recently suppresses an equal one.
 */
export function createAuditDedupe(audit: AuditLog, now: () => number): RecordEvent {
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
