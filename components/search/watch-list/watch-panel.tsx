import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useNow } from '@/components/layout/use-now'
import { StatusMark } from '@/components/map/status-mark'
import { Driver } from '@/components/record/driver'
import { WatchingErrorNotice } from '@/components/record/watching-error-notice'
import { absenceText } from '@/components/search/attribute-words'
import { attributes } from '@/components/search/attributes'
import { useSelect } from '@/components/search/page-actions'
import { usePanelData } from '@/components/search/page-data'
import { useUndo } from '@/components/search/use-undo'
import { useAddressActions } from '@/components/search/view/address'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError } from '@/lib/api/client/errors'
import type { WatchedVehicle as Vehicle, WatchList } from '@/lib/api/contract/watch-list'
import { query } from '@/lib/api/queries/query'
import { useWatched } from '@/lib/api/queries/watch-list'
import { keyWords } from '@/lib/format/key-words'
import { vehicleHref } from '@/lib/format/links'
import { distanceAndDirection } from '@/lib/format/position/distance'
import { statusWords } from '@/lib/format/status/status-words'
import { nearWords, safeText } from '@/lib/format/text'
import { ageInWords, ageStep, formatAge } from '@/lib/format/time/age'
import { timeInStatusWords } from '@/lib/format/time/time-in-status'
import { ChangeList } from './change-list'
import { StarButton } from './star-button'
import { type WatchedNow, watchedName, watchedNow } from './watched-now'

export function WatchPanel() {
  const { replay } = usePanelData().view.live
  const asked = useQuery(query('/api/watch-list'))
  const now = useNow() ?? asked.dataUpdatedAt
  if (!asked.data) {
    return (
      <div className="p-3">
        {asked.error ? (
          <ProblemNotice error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Skeleton label="Loading the watched vehicles" lines={6} />
        )}
      </div>
    )
  }
  const list = asked.data.data
  const { vehicles } = list
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {asked.error ? (
        <Notice tone="warning" className="mx-3 my-2" title="The watch list could not be refreshed">
          Showing the last known data. {describeError(asked.error).title}.
        </Notice>
      ) : null}
      <WatchingErrorNotice className="mx-3 my-2" />
      {replay && vehicles.length > 0 ? (
        <Notice isQuiet className="mx-3 my-2" title="Shows the present, not the replay">
          Statuses and changes of watched vehicles are current, not from the replay.
        </Notice>
      ) : null}
      {vehicles.length === 0 ? (
        <Notice isQuiet className="mx-3 my-2" title="No vehicles are watched">
          Select a vehicle and press <kbd>w</kbd>, or use the star in its row, its card or its
          record. Its status and changes to its record appear here, and an alert tells you on every
          page.
        </Notice>
      ) : (
        <>
          <ul aria-label="Watched vehicles">
            {vehicles.map((vehicle) => (
              <WatchedVehicle
                key={vehicle.id}
                vehicle={vehicle}
                list={list}
                now={now}
                readAtMs={asked.dataUpdatedAt}
              />
            ))}
          </ul>
          <p className="text-muted px-3 py-2 text-xs">
            Records are checked every two minutes; changes are kept for 7 days. A new position or
            report time does not count as a change.
          </p>
        </>
      )}
    </div>
  )
}

/** An older reading of a status is marked as old: it is read every minute. */
const OLD_READING_MS = 3 * 60_000

function WatchedVehicle({
  vehicle,
  list,
  now,
  readAtMs,
}: {
  readonly vehicle: Vehicle
  readonly list: WatchList
  /** This browser's clock, as when the list was read. */
  readonly now: number
  readonly readAtMs: number
}) {
  const data = usePanelData()
  const { area, replay } = data.view.live
  const { goTo } = useAddressActions()
  const select = useSelect(data)
  const { keepUndo } = useUndo()
  const watched = useWatched()
  const isViewer = useIsViewer()
  const { id, make, type, own, shared } = vehicle
  const present = replay ? null : area
  const seen = watchedNow(vehicle, list, present, Math.max(0, now - readAtMs), now)
  const { status = null, age, position } = seen
  const isHere = replay ? area?.table.has(id) : seen.isHere
  const href = vehicleHref(id)
  const title = watchedName(useVehicleNames(), vehicle, present) ?? id
  const show = () => {
    if (position && !isHere) void goTo({ position, type: null })
    select(id)
  }
  return (
    <li className="border-line flex flex-col gap-1 border-b px-3 py-2 text-sm">
      <div className="flex items-start gap-2">
        <StatusMark
          status={status}
          age={age ? ageStep(age) : 'fresh'}
          className="mt-0.5 size-5 shrink-0"
        />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold" title={safeText(id, 128)}>
            <bdi>{safeText(title, 60)}</bdi>{' '}
            <span className="font-normal">
              {make ? <bdi>{safeText(make, 40)}</bdi> : null}
              {make && type ? ' · ' : ''}
              {type ? <bdi>{keyWords(type, 40)}</bdi> : null}
            </span>
          </h2>
          <StatusLine state={seen} isPast={replay !== null} />
          <PlaceLine id={id} state={seen} />
        </div>
        <div className="-mt-1 -mr-1">
          <StarButton vehicleId={id} onTakeBack={keepUndo} />
        </div>
      </div>
      <ChangeList vehicle={vehicle} now={now} />
      <div className="flex flex-wrap items-center gap-x-2">
        {isHere || (position && !replay) ? (
          <Button icon={MapPin} onClick={show}>
            Show on map
          </Button>
        ) : null}
        {href ? (
          <Link href={href} button="secondary">
            Open record
          </Link>
        ) : null}
        {href && !isViewer ? <Driver vehicleId={id} /> : null}
        {watched.hasOwn ? (
          <Checkbox
            checked={shared !== null}
            disabled={!watched.canShare || watched.isPending}
            onChange={(isShared) => watched.move(id, isShared ? 'shared' : 'own')}
          >
            <span title={shared?.addedBy ? `Shared by ${safeText(shared.addedBy, 60)}` : undefined}>
              {own && shared ? 'Shared, and yours' : 'Shared with the desk'}
            </span>
          </Checkbox>
        ) : null}
      </div>
    </li>
  )
}

/** "480 m NE · near Av. Italia 2345 · 4 seats" */
function PlaceLine({ id, state }: { readonly id: string; readonly state: WatchedNow }) {
  const { from, formatDistance, near } = usePanelData().view
  const { position, seats, unreadable } = state
  const address = position && near.at(position, id)
  const parts: string[] = []
  if (position) parts.push(distanceAndDirection(from, position, formatDistance))
  else if (unreadable?.includes('position')) parts.push(absenceText('position', unreadable))
  if (address) parts.push(nearWords(address))
  if (seats !== null) parts.push(attributes.seats.words(seats))
  if (parts.length === 0) return null
  return <p className="text-muted">{parts.join(' · ')}</p>
}

function StatusLine({ state, isPast }: { readonly state: WatchedNow; readonly isPast: boolean }) {
  const { status, age, inStatus, sinceReadMs, isKnown, left } = state
  if (!isKnown || left === 'not-found')
    return <p className="text-warning font-semibold">No longer known to the service</p>
  if (status === undefined) return <p className="text-muted">Not loaded yet</p>
  const timeWords = inStatus && timeInStatusWords(inStatus)
  return (
    <p className="flex flex-wrap gap-x-2">
      <bdi className="font-semibold">
        {statusWords(status)} {timeWords}
      </bdi>
      {age ? (
        <span className={ageStep(age) === 'stale' ? 'text-warning font-semibold' : 'text-muted'}>
          {ageInWords(age)}
        </span>
      ) : null}
      {state.isHere || isPast ? null : <span className="text-muted">not in this area</span>}
      {sinceReadMs > OLD_READING_MS ? (
        <span className="text-warning font-semibold">last read {formatAge(sinceReadMs)} ago</span>
      ) : null}
    </p>
  )
}
