import { WATCHED_MAXIMUM } from '@/lib/api/contract/watch-list'
import {
  AHEAD_MS,
  CLAIM_MS,
  type Due,
  type Entry,
  keptChanges,
  NO_RECORD,
  type Owner,
  type Report,
  SILENT_MS,
  type Watched,
  type WatchedRecord,
  type WatchStore,
} from './watched-state'

interface Row {
  readonly vehicleId: string
  readonly addedAtMs: number
  entries: Entry[]
  record: WatchedRecord
  report: Report | null
  claimedAtMs: number
}

/** Lists that end with the process, for demo data and where sign-in is disabled. */
export function createMemoryStore(
  now: () => number = Date.now,
  maximum = WATCHED_MAXIMUM,
): WatchStore {
  const rows = new Map<string, Row>()
  const isIn = (row: Row, owner: Owner) => row.entries.some((entry) => entry.owner === owner)

  /** @returns null for a vehicle that is in no list of the owner's */
  function visible(row: Row, owner: Owner): Watched | null {
    const entries = row.entries.filter((entry) => entry.owner === null || entry.owner === owner)
    return entries.length === 0 ? null : { ...row, entries }
  }

  function dropUnwatched(): void {
    for (const [id, { entries }] of rows) if (entries.length === 0) rows.delete(id)
  }

  return {
    async list(owner) {
      const watched = [...rows.values()].map((row) => visible(row, owner))
      return watched.filter((vehicle) => vehicle !== null)
    },
    listAll: async () => [...rows.values()],
    async find(owner, vehicleId) {
      const row = rows.get(vehicleId)
      return row ? visible(row, owner) : null
    },
    async add(owner, vehicleId, _operatorId, addedAtMs = now()) {
      const row = rows.get(vehicleId)
      if (row && isIn(row, owner)) return 'known'
      const listed = [...rows.values()].filter((other) => isIn(other, owner))
      if (listed.length >= maximum) return 'full'
      const entry = { owner, addedAtMs, addedBy: null }
      if (row) {
        row.entries = [...row.entries, entry]
        return 'added'
      }
      rows.set(vehicleId, {
        vehicleId,
        addedAtMs,
        entries: [entry],
        record: NO_RECORD,
        report: null,
        claimedAtMs: Number.NEGATIVE_INFINITY,
      })
      return 'added'
    },
    async remove(owner, vehicleId) {
      const row = rows.get(vehicleId)
      if (!row || !isIn(row, owner)) return false
      row.entries = row.entries.filter((entry) => entry.owner !== owner)
      dropUnwatched()
      return true
    },
    watchedIds: async () => [...rows.keys()],
    unreadable: 0,
    async updateRecord(vehicleId, change) {
      const row = rows.get(vehicleId)
      if (row) row.record = change(row.record) ?? row.record
    },
    async saveReports(reports) {
      for (const [vehicleId, report] of reports) {
        const row = rows.get(vehicleId)
        if (!row) continue
        const storedMs = row.report?.readAtMs ?? 0
        const isNewer = storedMs < report.readAtMs || storedMs > now() + AHEAD_MS
        if (isNewer) row.report = report
      }
    },
    async claimDue({ recordMs, reportMs, most }) {
      const nowMs = now()
      const isOld = (atMs: number, ms: number) => nowMs - atMs > ms || atMs > nowMs + AHEAD_MS
      const claimed: Due[] = []
      const byClaim = [...rows.values()].sort((a, b) => a.claimedAtMs - b.claimedAtMs)
      for (const row of byClaim) {
        if (claimed.length === most) break
        if (!isOld(row.claimedAtMs, CLAIM_MS - 1)) continue
        const needsReport = isOld(row.report?.readAtMs ?? 0, reportMs)
        const needsRecord = isOld(row.record.readAtMs, recordMs)
        if (!needsReport && !needsRecord) continue
        row.claimedAtMs = nowMs
        claimed.push({ ...row, needsRecord, needsReport })
      }
      return claimed
    },
    async purge() {
      const nowMs = now()
      for (const [id, row] of rows) {
        const { addedAtMs, record, report } = row
        const heardAtMs = Math.max(addedAtMs, record.readAtMs, report?.readAtMs ?? 0)
        if (nowMs - heardAtMs > SILENT_MS) rows.delete(id)
        else row.record = { ...record, changes: keptChanges(record.changes, nowMs) }
      }
    },
  }
}
