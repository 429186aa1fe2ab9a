import type { Encryption } from '@/lib/store/encryption'
import type { watchedVehicles } from '@/lib/store/schema'
import type { Watched } from './watch-store'
import { NO_RECORD, type Report, type WatchedRecord } from './watched-state'

type Row = typeof watchedVehicles.$inferSelect

/** Encrypted columns of a watched vehicle. Columns of another key read as null. */
export function createEncryptedColumns(encryption: Encryption) {
  const { hash } = encryption
  const encrypt = async (text: string, purpose: string) =>
    Buffer.from(await encryption.encrypt(text, purpose)).toString('base64')

  async function decrypt(encrypted: string | null, purpose: string): Promise<string | null> {
    if (encrypted === null) return null
    return encryption.decrypt(Buffer.from(encrypted, 'base64'), purpose).catch(() => null)
  }
  async function decryptJson<T>(encrypted: string | null, purpose: string): Promise<T | null> {
    const text = await decrypt(encrypted, purpose)
    return text === null ? null : (JSON.parse(text) as T)
  }
  // Bound to its row, so that no row can be given another one's content.
  const purpose = (column: string, id: string) => `watched ${column} ${id}`
  const decryptId = (encrypted: string, id: string) => decrypt(encrypted, purpose('id', id))
  async function decryptRecord(
    { record, recordReadAt }: Pick<Row, 'record' | 'recordReadAt'>,
    id: string,
  ): Promise<WatchedRecord | null> {
    const decrypted = await decryptJson<Omit<WatchedRecord, 'readAtMs'>>(record, purpose('record', id))
    return decrypted && { ...decrypted, readAtMs: recordReadAt?.getTime() ?? 0 }
  }

  return {
    hash,
    decryptId,
    decryptRecord,
    encryptId: (vehicleId: string) => encrypt(vehicleId, purpose('id', hash(vehicleId))),
    encryptRecord: ({ raw, changes }: WatchedRecord, id: string) =>
      encrypt(JSON.stringify({ raw, changes }), purpose('record', id)),
    encryptReport: (report: Report, id: string) => encrypt(JSON.stringify(report), purpose('report', id)),

    async decryptRow({ id, vehicle, ...row }: Row): Promise<Watched | null> {
      const vehicleId = await decryptId(vehicle, id)
      if (vehicleId === null) return null
      const record = (await decryptRecord(row, id)) ?? NO_RECORD
      const report = await decryptJson<Report>(row.report, purpose('report', id))
      return { vehicleId, entries: [], record, report }
    },
  }
}
