import type { Encryption } from '@/lib/encryption/encryption'
import type { watchedVehicles } from '@/lib/store/schema'
import type { Watched } from './watch-store'
import { NO_RECORD, type Report, type WatchedRecord } from './watched-state'

type Row = typeof watchedVehicles.$inferSelect

/** Encrypted columns of a watched vehicle. Columns of another key read as null. */
export function createSealing({ hash, encrypt, decrypt }: Encryption) {
  const seal = async (text: string, purpose: string) =>
    Buffer.from(await encrypt(text, purpose)).toString('base64')

  async function open(sealed: string | null, purpose: string): Promise<string | null> {
    if (sealed === null) return null
    return decrypt(Buffer.from(sealed, 'base64'), purpose).catch(() => null)
  }
  async function openJson<T>(sealed: string | null, purpose: string): Promise<T | null> {
    const text = await open(sealed, purpose)
    return text === null ? null : (JSON.parse(text) as T)
  }
  // Bound to its row, so that no row can be given another one's content.
  const purpose = (column: string, id: string) => `watched ${column} ${id}`
  const openId = (sealed: string, id: string) => open(sealed, purpose('id', id))
  async function openRecord(
    { record, recordReadAt }: Pick<Row, 'record' | 'recordReadAt'>,
    id: string,
  ): Promise<WatchedRecord | null> {
    const opened = await openJson<Omit<WatchedRecord, 'readAtMs'>>(record, purpose('record', id))
    return opened && { ...opened, readAtMs: recordReadAt?.getTime() ?? 0 }
  }

  return {
    hash,
    openId,
    openRecord,
    sealId: (vehicleId: string) => seal(vehicleId, purpose('id', hash(vehicleId))),
    sealRecord: ({ raw, changes }: WatchedRecord, id: string) =>
      seal(JSON.stringify({ raw, changes }), purpose('record', id)),
    sealReport: (report: Report, id: string) => seal(JSON.stringify(report), purpose('report', id)),

    async openRow({ id, vehicle, ...row }: Row): Promise<Watched | null> {
      const vehicleId = await openId(vehicle, id)
      if (vehicleId === null) return null
      const record = (await openRecord(row, id)) ?? NO_RECORD
      const report = await openJson<Report>(row.report, purpose('report', id))
      return { vehicleId, entries: [], record, report }
    },
  }
}
