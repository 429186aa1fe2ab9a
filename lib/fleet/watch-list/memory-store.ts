import { WATCHED_MAXIMUM } from '@/lib/api/contract/watch-list'
import {
  AHEAD_MS,
  CLAIM_MS,
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

  function visible(row: Row, owner: Owner): Watched[] {
    const entries = row.entries.filter((entry) => entry.owner === null || entry.owner === owner)
    return entries.length === 0 ? [] : [{ ...row, entries }]
  }

  function dropUnwatched(): void {
    for (const [id, { entries }] of rows) if (entries.length === 0) rows.delete(id)
  }

  return {
    list: async (owner) => [...rows.values()].flatMap((row) => visible(row, owner)),
    async find(owner, vehicleId) {
      const row = rows.get(vehicleId)
      return (row && visible(row, owner)[0]) ?? null
    },
    async add(owner, vehicleId, _operatorId, addedAtMs = now()) {
      const row = rows.get(vehicleId)
      if (row && isIn(row, owner)) return 'known'
      if ([...rows.values()].filter((one) => isIn(one, owner)).length >= maximum) return 'full'
      const entry = { owner, addedAtMs, addedBy: null }
      if (row) row.entries = [...row.entries, entry]
      else
        rows.set(vehicleId, {
          ...{ vehicleId, addedAtMs, entries: [entry] },
          ...{ record: NO_RECORD, report: null, claimedAtMs: -Infinity },
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
        const storedMs = row?.report?.readAtMs ?? 0
        if (row && (storedMs < report.readAtMs || storedMs > now() + AHEAD_MS)) row.report = report
      }
    },
    async claimDue({ recordMs, reportMs, most }) {
      const nowMs = now()
      const isOld = (atMs: number, ms: number) => nowMs - atMs > ms || atMs > nowMs + AHEAD_MS
      const due = [...rows.values()].flatMap((row) => {
        if (!isOld(row.claimedAtMs, CLAIM_MS - 1)) return []
        const needsReport = isOld(row.report?.readAtMs ?? 0, reportMs)
        const needsRecord = isOld(row.record.readAtMs, recordMs)
        return needsReport || needsRecord ? [{ row, needsRecord, needsReport }] : []
      })
      due.sort((a, b) => a.row.claimedAtMs - b.row.claimedAtMs)
      return due.slice(0, most).map(({ row, ...needs }) => {
        row.claimedAtMs = nowMs
        return { ...row, ...needs }
      })
    },
    async purge() {
      const nowMs = now()
      for (const [id, row] of rows) {
        const heardAtMs = Math.max(row.addedAtMs, row.record.readAtMs, row.report?.readAtMs ?? 0)
        if (nowMs - heardAtMs > SILENT_MS) rows.delete(id)
        else row.record = { ...row.record, changes: keptChanges(row.record.changes, nowMs) }
      }
    },
  }
}
