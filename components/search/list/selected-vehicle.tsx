'use client'

import { Navigation, ScanSearch, X } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useDistance } from '@/components/layout/preferences/use-distance'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import { StatusMark } from '@/components/map/status-mark'
import { departureInWords } from '@/components/search/list/departed/departure-words'
import { NotListed } from '@/components/search/list/departed/not-listed'
import { useSearchPage } from '@/components/search/search-context'
import { useShownNow } from '@/components/search/use-shown-now'
import { linkAt } from '@/components/search/view/view-parameters'
import { buttonClass, IconButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { StarButton } from '@/components/watch-list/star-button'
import { keyWords } from '@/lib/format/key-words'
import { statusInspectionHref, vehicleHref } from '@/lib/format/links'
import { ABSENT, formatNumber, formatYear } from '@/lib/format/number'
import { nearWords } from '@/lib/format/position/near'
import { statusTitle, statusWords } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { ageInWords, formatAge } from '@/lib/format/time/age'
import { formatRoadTime, withoutRoadTime } from '@/lib/format/time/road-time'
import { formatTime } from '@/lib/format/time/time'
import { type TimeInStatus, timeInStatusWords } from '@/lib/format/time/time-in-status'
import { vehicleSearchObjectFields as fields } from '@/lib/interface/fields/search-fields'
import type { DepartedVehicle } from '@/lib/live-client/live-area'
import { SelectedBooking } from './selected-booking'
import type { Selection } from './selection'
import { farOutside, showVehicle } from './shown-vehicles'
import { statusChangeInWords } from './use-status-change'

/** Summary of the selected vehicle, with a link to its record. */
export function SelectedVehicle({ id }: { readonly id: string }) {
  const { view, refs, select, open, isFollowing, setFollowing } = useSearchPage()
  const { selection } = view
  const { replay } = view.live
  const make = selection?.vehicle.make
  const href = vehicleHref(id)
  const name = view.names.shown(selection?.vehicle ?? { id })
  const close = () => {
    select(null)
    // The focused button is about to go.
    refs.focusList()
  }
  return (
    <section
      aria-label="Selected vehicle"
      data-covers-map
      className="bg-surface border-line shadow-raised w-full rounded-lg border p-2 text-sm md:w-80 md:p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 font-semibold [overflow-wrap:anywhere]" title={safeText(id)}>
            {name === null ? null : <bdi>{safeText(name, 40)} </bdi>}
            <bdi className={name === null ? '' : 'font-normal'}>{safeText(make || id, 60)}</bdi>
          </h2>
          <p className="text-muted hidden truncate text-xs roomy:block">{safeText(id, 128)}</p>
        </div>
        <div className="-mt-1 -mr-1 flex items-center">
          <StarButton vehicleId={id} />
          <CopyButton
            what="a link to this vehicle"
            text={() => linkAt(window.location.href, replay?.atMs ?? null)}
          />
          <IconButton
            label="Inspect its data as received"
            variant="ghost"
            disabled={href === null}
            onClick={() => void open(id, statusInspectionHref(id))}
          >
            <ScanSearch aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label="Follow this vehicle"
            aria-pressed={isFollowing}
            variant="ghost"
            disabled={!selection?.vehicle.position}
            onClick={() => setFollowing(!isFollowing)}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <Navigation aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Close the selected vehicle" variant="ghost" onClick={close}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      </div>
      {/* Side by side where the map is small. */}
      <div className="flex items-end gap-2 roomy:block">
        <div className="min-w-0 flex-1">
          {selection ? <Known selection={selection} /> : <NotListed id={id} pastMs={replay?.atMs ?? null} />}
        </div>
        {href ? (
          <Link
            href={href}
            onNavigate={() => void open(id)}
            className={buttonClass('primary', 'shrink-0 roomy:mt-3 roomy:w-full')}
          >
            Open record
          </Link>
        ) : (
          <p className="text-muted w-2/5 text-xs roomy:w-auto">
            This id cannot be used in the service’s URLs, so its record cannot be opened.
          </p>
        )}
      </div>
    </section>
  )
}

function Known({ selection }: { readonly selection: Selection }) {
  const { vehicle, departed, isListed, receivedAtMs } = selection
  const { state, view, statusChange, pickup } = useSearchPage()
  const { from, isFilteredOut } = view
  const formatDistance = useDistance()
  const now = useShownNow()
  const { zone } = usePreferences()
  const near = vehicle.position && view.near.at(vehicle.position, vehicle.id)
  const sinceReceiptMs = now === null ? 0 : now - receivedAtMs
  const { age, place, inStatus } = showVehicle(vehicle, from, selection, sinceReceiptMs, formatDistance)
  const remark = isListed ? farOutside(vehicle.position, state.search) : null
  const byRoad = isListed ? pickup.timeOf(vehicle.id) : null
  return (
    <>
      {departed ? <Departed departed={departed} now={now} /> : null}
      {departed || isListed ? null : (
        <p className="border-warning bg-warning-soft mt-1.5 rounded border px-2 py-1 text-xs">
          Not in the loaded area; showing last known data.
        </p>
      )}
      {remark === null ? null : (
        <p className="border-warning bg-warning-soft mt-1.5 rounded border px-2 py-1 text-xs first-letter:uppercase">
          {`${remark}.`}
        </p>
      )}
      {statusChange && isListed ? (
        <p className="border-warning bg-warning-soft mt-1.5 rounded border px-2 py-1 text-xs">
          {statusChangeInWords(statusChange)}
          {now === null ? '' : ` ${formatAge(now - statusChange.atMs)} ago`}
        </p>
      ) : null}
      {isFilteredOut ? <p className="text-muted text-xs">Hidden on the map by the filters.</p> : null}
      <p className="roomy:my-2">
        <StatusMark
          status={vehicle.status}
          className={`mr-1.5 inline size-4 align-text-bottom ${isListed ? '' : 'opacity-50'}`}
        />
        <strong className="font-medium">
          <bdi title={statusTitle(vehicle.status)}>{statusWords(vehicle.status)}</bdi>
          {now === null || !isListed ? null : <InStatus time={inStatus} />}
        </strong>
        {' · '}
        <span className="whitespace-nowrap">{place ?? 'no position'}</span>
        {near ? ' · ' : null}
        {near ? <bdi>{nearWords(near)}</bdi> : null}
        <span className="text-muted">
          {now === null ? null : ` · ${ageInWords(age)}`}
          {vehicle.mtime === null || (age.from === 'report' && !age.isClockAhead)
            ? null
            : ` · modified ${formatTime(vehicle.mtime, zone ?? undefined) ?? safeText(vehicle.mtime, 40)}`}
        </span>
      </p>
      {byRoad === null || byRoad === 'not-asked' ? null : (
        <p className="roomy:mb-2">
          {typeof byRoad === 'object'
            ? `${formatRoadTime(byRoad, formatDistance)} by road, without traffic`
            : withoutRoadTime(byRoad, formatDistance)}
        </p>
      )}
      {view.live.replay ? null : <SelectedBooking vehicle={vehicle} />}
      <dl className="hidden grid-cols-[auto_1fr_auto_1fr] gap-x-3 gap-y-0.5 roomy:grid">
        <Fact
          label={fields.type.label}
          value={vehicle.type ? keyWords(vehicle.type, 40) : ABSENT}
          title={vehicle.type ? safeText(vehicle.type, 128) : undefined}
        />
        <Fact label={fields.year.label} value={formatYear(vehicle.year)} />
        <Fact label={fields.passengers_max.label} value={formatNumber(vehicle.passengers_max)} />
        <Fact label="m³" value={formatNumber(vehicle.load_m3)} />
        <Fact label="/ km" value={formatNumber(vehicle.price_per_km)} title={NO_CURRENCY} />
        <Fact label="/ min" value={formatNumber(vehicle.price_per_minute)} title={NO_CURRENCY} />
      </dl>
    </>
  )
}

// Search objects have none (§2.2); the record has.
const NO_CURRENCY = 'Currency not reported here: see the record'

/** " for at least 14 min, seen since 09:12" */
function InStatus({ time }: { readonly time: TimeInStatus | null }) {
  const formatMinute = useMinuteFormat()
  if (!time) return null
  const words = timeInStatusWords(time)
  const since = formatMinute(time.sinceMs, time.sinceMs + time.ms)
  return (
    <span className="font-normal" title={time.isAtLeast ? undefined : `since ${since}`}>
      {words === null ? '' : ` ${words}`}
      {time.isAtLeast ? `, seen since ${since}` : ''}
    </span>
  )
}

function Departed({ departed, now }: { readonly departed: DepartedVehicle; readonly now: number | null }) {
  return (
    <p className="border-warning bg-warning-soft mt-1.5 rounded border px-2 py-1 text-xs">
      No longer here: {departureInWords(departed)}
      {now === null ? '' : ` ${formatAge(now - departed.leftAtMs)} ago`}. Showing last known data.
    </p>
  )
}

function Fact({
  label,
  value,
  title,
}: {
  readonly label: string
  readonly value: string
  /** The key as received, or what is not known of the number. */
  readonly title?: string
}) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="truncate" title={title}>
        <bdi>{value}</bdi>
      </dd>
    </>
  )
}
