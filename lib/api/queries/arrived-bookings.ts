import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type DataFrom, get } from '@/lib/api/client/call'
import { ARRIVED_MAXIMUM, type ArrivedBooking } from '@/lib/api/contract/webhooks'
import { ARRIVED_BOOKINGS, query } from './query'

/**
 * The whole list is read again after this time, without bookings that the server has deleted since.
 */
const WHOLE_MS = 60 * 60_000
const FRESH_MS = 4_000
/** Bookings of the list; the oldest are left out beyond. */
export const ARRIVED_MOST = 10_000

type ArrivedBookings = DataFrom<'GET /api/bookings/arrived'>

export interface ArrivedEntry {
  readonly booking: ArrivedBooking
  /** Unique in this list for as long as the tab holds it. */
  readonly index: number
  /** Came or changed after the list was first read; on this browser's clock. */
  readonly changedAtMs: number | null
}

export interface ArrivedList {
  readonly entries: readonly ArrivedEntry[]
  /** Keys of the bookings that came or changed in the last seconds. */
  readonly fresh: ReadonlySet<string>
  readonly version: number
  /** Where those begin that are not loaded; null where all are. */
  readonly older: string | null
  /** Older bookings were left out, since the list is full. */
  readonly isCut: boolean
  /** Bookings that are kept, loaded or not. */
  readonly total: number
  /** Bookings that were encrypted with another secret, as far as they are loaded. */
  readonly unreadable: number
  readonly isReceiving: boolean
  /** Deliveries in which no booking was recognised. */
  readonly unrecognised: number
  /** When the whole list was read; on this browser's clock. */
  readonly wholeAtMs: number
  /** Bookings that came after the list was first read, and changes of those in it. */
  readonly cameCount: number
  readonly changedCount: number
}

/**
 * The list with its changes, or a whole list; entries that did not change stay the same objects.
 */
export function mergeArrived(
  before: ArrivedList | null,
  answer: ArrivedBookings,
  nowMs: number,
): ArrivedList {
  const { bookings, version, total, isReceiving, unrecognised } = answer
  const isSame =
    before?.isReceiving === isReceiving &&
    before.unrecognised === unrecognised &&
    before.total === total
  if (isSame && bookings.length === 0 && before.fresh.size === 0) return before

  const byKey = new Map((before?.entries ?? []).map((entry) => [entry.booking.key, entry]))
  let cameCount = before?.cameCount ?? 0
  let changedCount = before?.changedCount ?? 0
  let nextIndex = (before?.entries.at(-1)?.index ?? -1) + 1
  for (const booking of before ? bookings : bookings.toReversed()) {
    const known = byKey.get(booking.key)
    if (known) changedCount++
    else if (before) cameCount++
    byKey.set(booking.key, {
      booking,
      index: known?.index ?? nextIndex++,
      changedAtMs: before ? nowMs : null,
    })
  }
  const isUnchanged = before !== null && bookings.length === 0
  const entries = isUnchanged ? before.entries : [...byKey.values()].slice(-ARRIVED_MOST)
  return {
    entries,
    fresh: freshKeys(entries, nowMs),
    version,
    older: before ? before.older : answer.older,
    isCut: before?.isCut === true || byKey.size > ARRIVED_MOST,
    total,
    unreadable: before?.unreadable ?? answer.unreadable,
    isReceiving,
    unrecognised,
    wholeAtMs: before?.wholeAtMs ?? nowMs,
    cameCount,
    changedCount,
  }
}

const NONE: ReadonlySet<string> = new Set()

function freshKeys(entries: readonly ArrivedEntry[], nowMs: number): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { booking, changedAtMs } of entries) {
    if (changedAtMs !== null && nowMs - changedAtMs < FRESH_MS) keys.add(booking.key)
  }
  return keys.size === 0 ? NONE : keys
}

/** The list with the bookings before it. */
export function withOlder(
  list: ArrivedList,
  { bookings, older, unreadable }: ArrivedBookings,
): ArrivedList {
  const known = new Set(list.entries.map(({ booking }) => booking.key))
  const room = ARRIVED_MOST - list.entries.length
  // The newest first.
  const unknown = bookings.filter(({ key }) => !known.has(key))
  const added = unknown.slice(0, room)
  const firstIndex = list.entries[0]?.index ?? 0
  const entries = added.map((booking, n) => ({
    booking,
    index: firstIndex - 1 - n,
    changedAtMs: null,
  }))
  return {
    ...list,
    entries: [...entries.reverse(), ...list.entries],
    older,
    isCut: list.isCut || unknown.length > room,
    unreadable: list.unreadable + unreadable,
  }
}

/** A list read again keeps the indices of the bookings that are in it still. */
export function withIndicesOf(before: ArrivedList, whole: ArrivedList): ArrivedList {
  const indices = new Map(before.entries.map(({ booking, index }) => [booking.key, index]))
  let nextIndex = (before.entries.at(-1)?.index ?? -1) + 1
  const entries = whole.entries.map((entry) => ({
    ...entry,
    index: indices.get(entry.booking.key) ?? nextIndex++,
  }))
  return { ...whole, entries: entries.sort((a, b) => a.index - b.index) }
}

/** Bookings that arrived by webhook; the topic `arrived` says when there are others. */
export function arrivedBookingsQuery() {
  return queryOptions({
    queryKey: ARRIVED_BOOKINGS,
    async queryFn({ signal, client }): Promise<ArrivedList> {
      const before = client.getQueryData<ArrivedList>(ARRIVED_BOOKINGS) ?? null
      if (before && Date.now() - before.wholeAtMs < WHOLE_MS) {
        const list = await readChanges(before, signal)
        if (list.fresh.size > 0) forgetFreshLater(client)
        return list
      }
      const { data } = await get('/api/bookings/arrived', {}, { signal })
      let whole = mergeArrived(null, data, Date.now())
      if (!before) return whole
      // As far back as it was loaded.
      while (whole.older && whole.entries.length < before.entries.length) {
        const answer = await readOlder(whole.older, signal)
        whole = withOlder(whole, answer.data)
      }
      return withIndicesOf(before, whole)
    },
    // `mergeArrived` keeps unchanged entries.
    structuralSharing: false,
  })
}

/** @param isWanted false where none are shown, as to viewers: nothing is asked then */
export function useArrivedBookings(isWanted: boolean) {
  // Until the role is known nothing is asked that a viewer is refused.
  const isRoleKnown = useQuery(query('/api/me')).isFetched
  return useQuery({ ...arrivedBookingsQuery(), enabled: isRoleKnown && isWanted })
}

async function readChanges(before: ArrivedList, signal: AbortSignal): Promise<ArrivedList> {
  let list = before
  for (;;) {
    const { data } = await get('/api/bookings/arrived', { after: list.version }, { signal })
    list = mergeArrived(list, data, Date.now())
    if (data.bookings.length < ARRIVED_MAXIMUM) return list
  }
}

/** Marks of new bookings end by themselves. */
function forgetFreshLater(client: QueryClient): void {
  setTimeout(() => {
    const updatedAt = client.getQueryState(ARRIVED_BOOKINGS)?.dataUpdatedAt
    client.setQueryData<ArrivedList>(
      ARRIVED_BOOKINGS,
      (list) => list && { ...list, fresh: freshKeys(list.entries, Date.now()) },
      { updatedAt },
    )
  }, FRESH_MS)
}

function readOlder(before: string, signal?: AbortSignal) {
  return get('/api/bookings/arrived', { before }, { signal })
}

export function useOlderBookings() {
  const client = useQueryClient()
  const { queryKey } = arrivedBookingsQuery()
  return useMutation({
    async mutationFn() {
      const older = client.getQueryData(queryKey)?.older
      if (!older) return
      const { data } = await readOlder(older)
      // A refresh under way would put back the list without them.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (list) =>
        list?.older === older ? withOlder(list, data) : list,
      )
    },
  })
}
