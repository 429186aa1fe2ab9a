import { asc, eq } from 'drizzle-orm'
import {
  STATUS_CLASSES,
  STATUS_READINGS_MAXIMUM,
  type StatusClass,
  type StatusReadingEntry,
} from '@/lib/api/contract/status-readings'
import { normaliseStatus } from '@/lib/interface/statuses'
import { operators, statusReadings } from '@/lib/store/schema'
import type { Database, RecordChange } from '@/lib/store/store'

/**
 * Meanings of statuses, as administrators said them. In the store, so that every node has the same.
 */
export interface StatusReadings {
  /** In alphabetical order. */
  list(): Promise<StatusReadingEntry[]>
  /** @returns false when there are too many */
  set(
    status: string,
    of: StatusClass,
    operatorId: string | null,
    audit?: RecordChange,
  ): Promise<boolean>
  /** @returns false for a status without a reading */
  remove(status: string, audit?: RecordChange): Promise<boolean>
}

export function createSqlReadings(db: Database, now: () => number = Date.now): StatusReadings {
  return {
    async list() {
      const { status, meaning } = statusReadings
      const rows = await db
        .select({ status, meaning, readBy: operators.name })
        .from(statusReadings)
        .leftJoin(operators, eq(operators.id, statusReadings.readBy))
        .orderBy(asc(statusReadings.word))
      const readings: StatusReadingEntry[] = []
      for (const { status, meaning, readBy } of rows) {
        // A later version may know more meanings.
        const of = STATUS_CLASSES.find((known) => known === meaning)
        if (of) readings.push({ status, of, readBy })
      }
      return readings
    },

    async set(status, of, operatorId, audit) {
      const word = normaliseStatus(status)
      const row = {
        word,
        status,
        meaning: of,
        readAt: new Date(now()),
        readBy: operatorId,
      }
      return db.transaction(async (tx) => {
        const others = await tx.$count(statusReadings)
        const isKnown = (await tx.$count(statusReadings, eq(statusReadings.word, word))) > 0
        if (!isKnown && others >= STATUS_READINGS_MAXIMUM) return false
        await tx
          .insert(statusReadings)
          .values(row)
          .onConflictDoUpdate({ target: statusReadings.word, set: row })
        await audit?.(tx)
        return true
      })
    },

    async remove(status, audit) {
      return db.transaction(async (tx) => {
        const removed = await tx
          .delete(statusReadings)
          .where(eq(statusReadings.word, normaliseStatus(status)))
          .returning({ word: statusReadings.word })
        if (removed.length > 0) await audit?.(tx)
        return removed.length > 0
      })
    },
  }
}

/** Readings of demo data, which are of this process only. */
export function createMemoryReadings(): StatusReadings {
  const readings = new Map<string, StatusReadingEntry>()
  return {
    async list() {
      const sorted = [...readings].sort(([a], [b]) => (a < b ? -1 : 1))
      return sorted.map(([, reading]) => reading)
    },
    async set(status, of, _operatorId, audit) {
      const word = normaliseStatus(status)
      if (!readings.has(word) && readings.size >= STATUS_READINGS_MAXIMUM) return false
      await audit?.()
      readings.set(word, { status, of, readBy: null })
      return true
    },
    async remove(status, audit) {
      const isKnown = readings.has(normaliseStatus(status))
      if (isKnown) await audit?.()
      readings.delete(normaliseStatus(status))
      return isKnown
    },
  }
}
