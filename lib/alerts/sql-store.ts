import { and, desc, eq, gte, isNotNull, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import { ALERT_RULES, type AlertRule, type RuleSetting } from '@/lib/api/contract/alerts'
import type { Encryption } from '@/lib/store/encryption'
import { alertRules, alerts, operators, silencedRules } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import type { AlertStore, KeptAlert, Silence } from './alert-store'
import { type Cause, keyOf, NO_FACTS, type Owner } from './observation'

/** Of either kind that are read: a rule with too short a limit must not fill memory. */
const OPEN_MAXIMUM = 1_000
const CLOSED_MAXIMUM = 200
/** An alert that is open for longer was encrypted with another key, or no node observes it. */
const LOST_MS = 7 * 24 * 3_600_000

type Row = typeof alerts.$inferSelect

/** Decryption takes time, and contents seldom change. */
interface ReadContent {
  readonly content: Row['content']
  readonly cause: Cause
}

export function createSqlStore(
  db: Database,
  encryption: Encryption,
  now: () => number = Date.now,
): AlertStore {
  let contents = new Map<string, ReadContent>()

  async function read(row: Row, takenBy: string | null): Promise<KeptAlert | null> {
    const read = contents.get(row.id)
    const isRead = read !== undefined && Buffer.compare(read.content, row.content) === 0
    const cause = isRead ? read.cause : await decrypt(row)
    if (!cause) return null
    contents.set(row.id, { content: row.content, cause })
    return {
      ...cause,
      id: row.id,
      openedAtMs: row.openedAt.getTime(),
      closedAtMs: row.closedAt?.getTime() ?? null,
      taken: row.takenAt && { by: takenBy, atMs: row.takenAt.getTime() },
      snoozedUntilMs: row.snoozedUntil?.getTime() ?? null,
    }
  }

  /** @returns null for an alert of another key, or of a rule of a later version */
  async function decrypt({ id, content }: Row): Promise<Cause | null> {
    const text = await encryption.decrypt(content, purposeOf(id)).catch(() => null)
    // One that an earlier version wrote has fewer facts.
    const cause: Cause | null = text === null ? null : { ...NO_FACTS, ...JSON.parse(text) }
    return cause && ALERT_RULES.includes(cause.rule) ? cause : null
  }

  async function rowOf(alert: KeptAlert) {
    const { id, rule, sinceMs, openedAtMs, taken, snoozedUntilMs } = alert
    return {
      id,
      cause: encryption.hash(keyOf(alert)),
      rule,
      since: new Date(sinceMs),
      openedAt: new Date(openedAtMs),
      closedAt: null,
      takenAt: taken && new Date(taken.atMs),
      snoozedUntil: snoozedUntilMs === null ? null : new Date(snoozedUntilMs),
      content: await encrypt(alert),
    }
  }

  function encrypt(alert: KeptAlert) {
    return encryption.encrypt(JSON.stringify(causeOf(alert)), purposeOf(alert.id))
  }

  function select(where: SQL, most: number) {
    return db
      .select({ row: alerts, takenBy: operators.name })
      .from(alerts)
      .leftJoin(operators, eq(operators.id, alerts.takenBy))
      .where(where)
      .orderBy(desc(alerts.openedAt))
      .limit(most)
  }

  return {
    async read(closedSinceMs) {
      const open = await select(isNull(alerts.closedAt), OPEN_MAXIMUM)
      const hasClosedSince = gte(alerts.closedAt, new Date(closedSinceMs))
      const closed = await select(hasClosedSince, CLOSED_MAXIMUM)
      const kept: KeptAlert[] = []
      for (const { row, takenBy } of [...open, ...closed]) {
        const alert = await read(row, takenBy)
        if (alert) kept.push(alert)
      }
      const ids = new Set(kept.map(({ id }) => id))
      contents = new Map([...contents].filter(([id]) => ids.has(id)))
      return kept.sort((a, b) => b.openedAtMs - a.openedAtMs)
    },

    async open(alert, ringsAgain) {
      const row = await rowOf(alert)
      const hasOpen = and(eq(alerts.cause, row.cause), ne(alerts.id, row.id))
      const others = await db.select({ id: alerts.id }).from(alerts).where(hasOpen)
      if (others.length > 0) return
      const { cause, closedAt, content, openedAt, takenAt, snoozedUntil } = row
      const reopened = { cause, closedAt, content }
      const rung = { ...reopened, openedAt, takenAt, takenBy: null, snoozedUntil }
      const inserted = await db
        .insert(alerts)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: alerts.id })
      if (inserted.length > 0) return
      await db
        .update(alerts)
        .set(ringsAgain ? rung : reopened)
        .where(and(eq(alerts.id, row.id), isNotNull(alerts.closedAt)))
    },

    async update(alert) {
      const content = await encrypt(alert)
      await db.update(alerts).set({ content }).where(eq(alerts.id, alert.id))
    },

    async close(id, atMs) {
      await db
        .update(alerts)
        .set({ closedAt: new Date(atMs), cause: null })
        .where(and(eq(alerts.id, id), isNull(alerts.closedAt)))
    },

    async take(id, operatorId, atMs) {
      const takenAt = atMs === null ? null : new Date(atMs)
      const takenBy = atMs === null ? null : operatorId
      await db.update(alerts).set({ takenAt, takenBy }).where(eq(alerts.id, id))
    },

    async snooze(id, untilMs) {
      const snoozedUntil = untilMs === null ? null : new Date(untilMs)
      await db.update(alerts).set({ snoozedUntil }).where(eq(alerts.id, id))
    },

    async rules() {
      const rows = await db.select().from(alertRules)
      const settings = new Map<AlertRule, RuleSetting>()
      for (const { rule, isOn, minutes } of rows) {
        const known = ALERT_RULES.find((name) => name === rule)
        if (known) settings.set(known, { isOn, minutes })
      }
      return settings
    },

    async setRule(rule, { isOn, minutes }, operatorId, audit) {
      const row = { rule, isOn, minutes, changedAt: new Date(now()), changedBy: operatorId }
      await db.transaction(async (tx) => {
        await tx.insert(alertRules).values(row).onConflictDoUpdate({
          target: alertRules.rule,
          set: row,
        })
        await audit?.(tx)
      })
    },

    async silences() {
      const rows = await db.select().from(silencedRules)
      const silences: Silence[] = []
      for (const { owner, rule } of rows) {
        const known = ALERT_RULES.find((name) => name === rule)
        if (known) silences.push({ owner, rule: known })
      }
      return silences
    },

    async setSilenced({ owner, rule }, isSilenced) {
      const id = silenceId(owner, rule)
      if (isSilenced)
        await db.insert(silencedRules).values({ id, owner, rule }).onConflictDoNothing()
      else await db.delete(silencedRules).where(eq(silencedRules.id, id))
    },

    async purge(closedBeforeMs) {
      const isOld = and(isNotNull(alerts.closedAt), lt(alerts.closedAt, new Date(closedBeforeMs)))
      const isLost = and(isNull(alerts.closedAt), lt(alerts.openedAt, new Date(now() - LOST_MS)))
      await db.delete(alerts).where(or(isOld, isLost))
    },
  }
}

function purposeOf(id: string): string {
  return `alert ${id}`
}

function silenceId(owner: Owner, rule: AlertRule): string {
  return JSON.stringify([owner, rule])
}

function causeOf(alert: KeptAlert): Cause {
  const { rule, subject, sinceMs, owners, vehicle, booking, zone, detail, dueAtMs, further } = alert
  return { rule, subject, sinceMs, owners, vehicle, booking, zone, detail, dueAtMs, further }
}
