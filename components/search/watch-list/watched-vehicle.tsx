'use client'

import { MapPin } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { StatusMark } from '@/components/map/status-mark'
import { Button, buttonClass } from '@/components/ui/button'
import type { WatchedVehicle as Vehicle } from '@/lib/api/contract/watch-list'
import type { Watched } from '@/lib/api/queries/watch-list'
import { keyWords } from '@/lib/format/key-words'
import { vehicleHref } from '@/lib/format/links'
import { statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { ageInWords, ageStep, formatAge } from '@/lib/format/time/age'
import type { Position } from '@/lib/interface/resources'
import { ChangeList } from './change-list'
import { StarButton } from './star-button'
import type { WatchedNow } from './watched-now'

/** An older reading of a status is marked as old: it is read every minute. */
const OLD_READING_MS = 3 * 60_000

/** A watched vehicle: status, age of its report, and changes of its record. */
export function WatchedVehicle({
  vehicle,
  name,
  state,
  watched,
  now,
  past,
  onShow,
}: {
  readonly vehicle: Vehicle
  readonly name: string | null
  readonly state: WatchedNow
  readonly watched: Watched
  /** This browser's clock. */
  readonly now: number
  readonly past: Pick<ReadonlySet<string>, 'has'> | null
  readonly onShow: (id: string, position: Position | null) => void
}) {
  const { id, make, type, own, shared } = vehicle
  const href = vehicleHref(id)
  const title = name ?? id
  return (
    <li className="border-line flex flex-col gap-1 border-b px-3 py-2 text-sm">
      <div className="flex items-start gap-2">
        <StatusMark
          status={state.status ?? null}
          age={state.age ? ageStep(state.age) : 'fresh'}
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
          <StatusLine state={state} isPast={past !== null} />
        </div>
        <div className="-mt-1 -mr-1">
          <StarButton vehicleId={id} />
        </div>
      </div>
      <ChangeList vehicle={vehicle} now={now} />
      <div className="flex flex-wrap items-center gap-x-2">
        {(past ? past.has(id) : state.position || state.isHere) ? (
          <Button onClick={() => onShow(id, past || state.isHere ? null : state.position)}>
            <MapPin aria-hidden className="size-4" />
            Show on map
          </Button>
        ) : null}
        {href ? (
          <Link href={href} className={buttonClass()}>
            Open record
          </Link>
        ) : null}
        {watched.hasOwn ? (
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input
              type="checkbox"
              className="accent-accent size-4"
              checked={shared !== null}
              disabled={!watched.canShare || watched.isPending}
              onChange={({ currentTarget }) => watched.move(id, currentTarget.checked ? 'shared' : 'own')}
            />
            <span title={sharedBy(shared)}>
              {own && shared ? 'Shared, and yours' : 'Shared with the desk'}
            </span>
          </label>
        ) : null}
      </div>
    </li>
  )
}

function sharedBy(shared: Vehicle['shared']): string | undefined {
  return shared?.addedBy ? `Shared by ${safeText(shared.addedBy, 60)}` : undefined
}

function StatusLine({ state, isPast }: { readonly state: WatchedNow; readonly isPast: boolean }) {
  const { status, age, sinceReadMs, isKnown, left } = state
  if (!isKnown || left === 'not-found')
    return <p className="text-warning font-medium">No longer known to the service</p>
  if (status === undefined) return <p className="text-muted">Not read yet</p>
  return (
    <p className="flex flex-wrap gap-x-2">
      <bdi className="font-medium">{statusWords(status)}</bdi>
      {age ? (
        <span className={ageStep(age) === 'stale' ? 'text-warning font-medium' : 'text-muted'}>
          {ageInWords(age)}
        </span>
      ) : null}
      {state.isHere || isPast ? null : <span className="text-muted">not in this area</span>}
      {sinceReadMs > OLD_READING_MS ? (
        <span className="text-warning font-medium">last read {formatAge(sinceReadMs)} ago</span>
      ) : null}
    </p>
  )
}
