import type { ArrivalCounts, ArrivalState } from '@/lib/api/contract/webhooks'
import type { Inbox } from './inbox'
import type { Webhooks } from './webhooks'

/** The deliveries are many: those of the last days are counted this often at most. */
const COUNT_MS = 5_000

interface CountedAt {
  readonly atMs: number
  readonly counts: Promise<ArrivalCounts>
}

const counted = new WeakMap<Inbox, CountedAt>()

/** @param nowMs of a monotonic clock */
export async function readArrivalState(
  { inbox, tokens }: Pick<Webhooks, 'inbox' | 'tokens'>,
  nowMs: number,
): Promise<ArrivalState> {
  const [version, addresses, counts] = await Promise.all([
    inbox.newestVersion(),
    tokens.list(),
    countsOf(inbox, nowMs),
  ])
  const isReceiving = addresses.some(({ revokedAtMs }) => revokedAtMs === null)
  return { version, isReceiving, ...counts }
}

function countsOf(inbox: Inbox, nowMs: number): Promise<ArrivalCounts> {
  const before = counted.get(inbox)
  if (before && nowMs - before.atMs < COUNT_MS) return before.counts
  const counts = countAll(inbox)
  counted.set(inbox, { atMs: nowMs, counts })
  counts.catch(() => counted.delete(inbox))
  return counts
}

async function countAll(inbox: Inbox): Promise<ArrivalCounts> {
  const [total, unrecognised] = await Promise.all([
    inbox.countBookings(),
    inbox.countUnrecognised(),
  ])
  return { total, unrecognised }
}
