import { aheadSince } from '@/lib/api/contract/live'
import { clipRow } from '@/lib/interface/clip'
import { identifierOf } from '@/lib/interface/identifiers'
import { readVehicleSearchObject } from '@/lib/interface/readers'
import { haveSameStatus, type StatusFields } from '@/lib/interface/statuses'
import { asObject } from '@/lib/interface/values'
import { AHEAD_MS, REPORT_FIELDS, type Report, type WatchStore } from './watched-state'

/** An unchanged report is written to the store this often: it is its age that other nodes show. */
const WRITE_INTERVAL_MS = 30_000

/** The newest report of each watched vehicle as this node read it, and as the store has it. */
export function createReports(now: () => number) {
  const latest = new Map<string, Report>()
  const written = new Map<string, Report>()

  function isDue(id: string, report: Report): boolean {
    const last = written.get(id)
    if (last === report) return false
    if (last === undefined) return true
    const isSame = haveSameStatus(last, report) && last.isKnown === report.isKnown
    return !isSame || report.readAtMs - last.readAtMs >= WRITE_INTERVAL_MS
  }

  /** The newer one of this node's reading and the store's. */
  function newest(id: string, stored: Report | null): Report | null {
    const here = latest.get(id)
    if (!here || !stored) return here ?? stored
    const isHere = here.readAtMs > stored.readAtMs || stored.readAtMs > now() + AHEAD_MS
    const newer = isHere ? here : stored
    const older = isHere ? stored : here
    if (!haveSameStatus(newer, older)) return newer
    // The node that has read it for longer has seen when it began.
    return { ...newer, statusSinceMs: newer.statusSinceMs ?? older.statusSinceMs ?? null }
  }

  return {
    add(rows: readonly unknown[], ids: ReadonlySet<string>): void {
      for (const row of rows) {
        const raw = asObject(row)
        if (!raw || !ids.has(identifierOf(raw.id) ?? '')) continue
        const read = readVehicleSearchObject(raw)
        if (!read) continue
        const { id, status, mtime, position } = clipRow(read.record)
        const unreadable = read.unreadable.filter((field) => REPORT_FIELDS.has(field))
        const before = latest.get(id)
        latest.set(id, {
          status,
          mtime,
          position,
          unreadable: unreadable.length > 0 ? unreadable : undefined,
          aheadSinceMs: aheadSince(mtime, now(), before),
          statusSinceMs: statusSince({ status, unreadable }, now(), before),
          isKnown: true,
          readAtMs: now(),
        })
      }
    },

    /** The service has no such vehicle: the rest stays as last reported, here or to the store. */
    addMissing(id: string, stored: Report | null): void {
      const last = newest(id, stored) ?? { status: null, mtime: null, position: null }
      latest.set(id, { ...last, isKnown: false, readAtMs: now() })
    },

    newest,

    isNewerThan(id: string, ageMs: number): boolean {
      return now() - (latest.get(id)?.readAtMs ?? 0) < ageMs
    },

    keepOnly(ids: ReadonlySet<string>): void {
      for (const map of [latest, written]) {
        for (const id of map.keys()) if (!ids.has(id)) map.delete(id)
      }
    },

    async flush(store: WatchStore): Promise<void> {
      const due = new Map([...latest].filter(([id, report]) => isDue(id, report)))
      if (due.size === 0) return
      await store.saveReports(due)
      for (const [id, report] of due) written.set(id, report)
    },
  }
}

function statusSince(
  report: StatusFields,
  nowMs: number,
  before: Report | undefined,
): number | null {
  if (!before?.isKnown) return null
  return haveSameStatus(before, report) ? (before.statusSinceMs ?? null) : nowMs
}
