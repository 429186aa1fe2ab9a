import { networkOf } from '@/lib/auth/shares'
import type { Audit, NewAuditEntry } from './audit'

const WINDOW_MS = 15 * 60_000
/** Addresses counted at once; a further one writes the oldest. */
const ADDRESSES_MAXIMUM = 10_000

interface Window {
  readonly first: NewAuditEntry
  readonly endMs: number
  more: number
}

export type FailureCount = ReturnType<typeof createFailureCount>

/**
 * Failures of unknown accounts, which a stranger can make without limit: the first of an address is written as it is,
 * the others of its quarter of an hour as one entry with their number.
 */
export function createFailureCount(audit: Pick<Audit, 'write'>, now: () => number = Date.now) {
  const windows = new Map<string, Window>()

  async function write({ first, more }: Window): Promise<void> {
    if (more > 0) await audit.write({ ...first, subject: `unknown accounts: ${more} more` })
  }

  return {
    async add(entry: NewAuditEntry): Promise<void> {
      const { address } = entry.principal
      const key = address === null ? '' : networkOf(address)
      const current = windows.get(key)
      if (current && current.endMs > now()) {
        current.more++
        return
      }
      // Deleted first, so that the order is that of the beginnings.
      windows.delete(key)
      windows.set(key, { first: entry, endMs: now() + WINDOW_MS, more: 0 })
      const [oldest] = windows
      const evicted = windows.size > ADDRESSES_MAXIMUM && oldest ? oldest : null
      if (evicted) windows.delete(evicted[0])
      for (const window of [current, evicted?.[1]]) if (window) await write(window)
      await audit.write(entry)
    },
    /** Writes the counts of the quarters that are over; `all` at a stop. */
    async flush(which: 'over' | 'all' = 'over'): Promise<void> {
      for (const [key, window] of [...windows]) {
        if (which === 'over' && window.endMs > now()) continue
        windows.delete(key)
        await write(window)
      }
    },
  }
}
