import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Star, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMinuteFormat, useVehicleNames } from '@/components/layout/preferences/preferences'
import { useSelect } from '@/components/search/page-actions'
import { useLiveData } from '@/components/search/page-data'
import { Button, IconButton } from '@/components/ui/button'
import { DismissibleNotice } from '@/components/ui/notice'
import { describeError } from '@/lib/api/client/errors'
import type { WatchedVehicle } from '@/lib/api/contract/watch-list'
import { query } from '@/lib/api/queries/query'
import { useWatchingError } from '@/lib/api/queries/watch-list'
import { statusPhrase } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { isSameStatus } from '@/lib/interface/statuses'
import { type WatchedNow, watchedName, watchedNow } from './watched-now'

const SHOWN_AT_MOST = 3
const none: readonly WatchedVehicle[] = []

export function WatchNoticeStack() {
  const liveData = useLiveData()
  const select = useSelect(liveData)
  const { area } = liveData.view.live
  const { data, dataUpdatedAt } = useQuery(query('/api/watch-list'))
  const names = useVehicleNames()
  const formatMinute = useMinuteFormat()
  const vehicles = data?.data.vehicles ?? none
  const [notices, setNotices] = useState<
    { readonly vehicleId: string; readonly text: string; readonly atMs: number }[]
  >([])
  const client = useQueryClient()
  const nameOf = (id: string) => {
    const vehicle = vehicles.find((one) => one.id === id)
    return safeText((vehicle && watchedName(names, vehicle, area)) ?? id, 40)
  }
  const added = useListChange(data && new Map(vehicles.map(({ id }) => [id, nameOf(id)])))

  useEffect(() => {
    if (!data) return
    const sinceAnswerMs = Math.max(0, Date.now() - dataUpdatedAt)
    const states = vehicles.map((one) =>
      watchedNow(one, data.data, area, sinceAnswerMs, Date.now()),
    )
    const found = noticesOf(lastStates(client), states)
    keepStates(client, found.states)
    if (found.notices.length === 0) return
    const ids = new Set(found.notices.map(({ vehicleId }) => vehicleId))
    setNotices((before) =>
      [
        ...found.notices.map(({ sinceMs, ...notice }) => ({
          ...notice,
          atMs: Math.min(Date.now(), sinceMs ?? Number.POSITIVE_INFINITY),
        })),
        ...before.filter(({ vehicleId }) => !ids.has(vehicleId)),
      ].slice(0, SHOWN_AT_MOST),
    )
  }, [client, data, dataUpdatedAt, vehicles, area])

  // A vehicle that is watched no more is not followed: its notice would grow old.
  const shown = notices.filter(({ vehicleId, text }) =>
    vehicles.some(({ id }) => id === vehicleId && !isOver(text, area?.table.get(id))),
  )
  return (
    // Out of the layout while empty, so that it takes no gap.
    <div className={shown.length > 0 ? 'flex max-w-md flex-col items-start gap-1.5' : 'sr-only'}>
      <p aria-live="polite" className="sr-only">
        {added}
      </p>
      <ul
        aria-label="Notices about watched vehicles"
        aria-live="polite"
        className="flex flex-col items-start gap-1.5"
      >
        {shown.map(({ vehicleId, text, atMs }) => (
          <li
            key={`${vehicleId} ${text}`}
            data-covers-map
            className="bg-surface border-line shadow-raised pointer-events-auto flex items-center gap-2 rounded-md border py-0.5 pr-0.5 pl-3 text-sm"
          >
            <Star aria-hidden className="size-4 shrink-0 text-star" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi className="font-semibold">{nameOf(vehicleId)}</bdi> {text}
              <span className="text-muted"> · {formatMinute(atMs, Date.now())}</span>
            </span>
            <Button variant="ghost" onClick={() => select(vehicleId)}>
              Show
            </Button>
            <IconButton
              icon={X}
              label={`Dismiss the notice about ${nameOf(vehicleId)}`}
              variant="ghost"
              onClick={() => setNotices(notices.filter((one) => one.vehicleId !== vehicleId))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type States = ReadonlyMap<string, WatchedNow>

const STATES_KEY = ['watched-states']

/**
 * Watched vehicles as the map page has last shown them, also before another page; until sign-out.
 */
function lastStates(client: QueryClient): States {
  return client.getQueryData<States>(STATES_KEY) ?? new Map()
}

function keepStates(client: QueryClient, states: States): void {
  client.setQueryDefaults(STATES_KEY, { gcTime: Number.POSITIVE_INFINITY })
  client.setQueryData(STATES_KEY, states)
}

/**
 * "KB-17 is watched": after a star, which is far from the focus when `w` sets it.
 * @param now names by id; undefined before the list is loaded
 */
function useListChange(now: ReadonlyMap<string, string> | undefined): string {
  const [last, setLast] = useState({ names: now, text: '' })
  if (!now || haveSameKeys(last.names, now)) return last.text
  const text = last.names ? listChangeInWords(last.names, now) : ''
  setLast({ names: now, text })
  return text
}

function haveSameKeys(
  before: ReadonlyMap<string, string> | undefined,
  now: ReadonlyMap<string, string>,
): boolean {
  if (before?.size !== now.size) return false
  return [...now.keys()].every((id) => before.has(id))
}

function listChangeInWords(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): string {
  const texts: string[] = []
  for (const [id, name] of now) if (!before.has(id)) texts.push(`${name} is watched`)
  for (const [id, name] of before) if (!now.has(id)) texts.push(`${name} is no longer watched`)
  return texts.slice(0, SHOWN_AT_MOST).join('. ')
}

/** Beyond this age of its report a watched vehicle counts as silent. */
export const SILENT_MS = 10 * 60_000

/**
 * Texts follow the vehicle's name. A reading that is older than the last one makes
 * none; nor does the first.
 */
export function noticesOf(last: States, vehicles: readonly WatchedNow[]) {
  const states = new Map<string, WatchedNow>()
  const notices = vehicles.flatMap((now) => {
    const before = last.get(now.id)
    // The list and the area are not read at the same time.
    const isOlder = before !== undefined && now.readAtMs < before.readAtMs
    const current = isOlder ? { ...before, isHere: now.isHere, left: now.left } : now
    states.set(now.id, current)
    const text = before && noticeOf(before, current)
    const sinceMs = before && before.status !== current.status ? current.statusSinceMs : null
    return text ? [{ vehicleId: now.id, text, sinceMs }] : []
  })
  return { states, notices }
}

function noticeOf(before: WatchedNow, now: WatchedNow): string | null {
  if (isGone(before) !== isGone(now))
    return isGone(now) ? 'is no longer known to the service' : 'is known to the service again'
  const { status = null } = now
  if (before.status !== undefined && !isSameStatus(before.status, status))
    return now.status ? `is ${statusPhrase(now.status)} now` : 'no longer reports a status'
  if (before.left !== now.left && now.left === 'left-area') return 'left the area'
  if (before.left !== now.left && now.left === 'not-listed') return 'is no longer listed'
  // Where only now is known that the service says so, it is no news.
  const isNews = before.age?.from === 'report' && !isSilent(before)
  if (isSilent(now) && isNews) return `has not reported for ${SILENT_MS / 60_000} min`
  return isSilent(before) && now.age?.from === 'report' && !isSilent(now) ? 'reports again' : null
}

export const isOver = (text: string, here?: object | null) =>
  text === 'left the area' && Boolean(here)

function isGone({ isKnown, left }: WatchedNow): boolean {
  return !isKnown || left === 'not-found'
}

/** When it was last read: while the service cannot be read, that says nothing of the vehicle. */
function isSilent({ age, sinceReadMs }: WatchedNow): boolean {
  return age?.from === 'report' && age.ageMs - sinceReadMs >= SILENT_MS
}

export function WatchingErrorNotice({ className }: { readonly className?: string }) {
  const { error, dismiss } = useWatchingError()
  if (error === null) return null
  const { title, advice } = describeError(error)
  return (
    <DismissibleNotice
      tone="danger"
      className={className}
      title={`The watch list was not changed: ${title}`}
      subject="the watch list"
      onDismiss={dismiss}
    >
      {advice}
    </DismissibleNotice>
  )
}
