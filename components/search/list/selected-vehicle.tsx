import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Navigation, ScanSearch, X } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link } from '@/components/layout/link'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { StatusMark } from '@/components/map/status-mark'
import { Driver } from '@/components/record/driver'
import { Marked } from '@/components/record/facts/marks'
import { factText, formOf, placeText } from '@/components/search/attribute-words'
import { attributes, CARD_NAMES } from '@/components/search/attributes'
import { usePage, usePageState } from '@/components/search/page'
import { useOpenRecord, useSelect } from '@/components/search/page-actions'
import { useLiveData, useShownNow } from '@/components/search/page-data'
import { useUndo } from '@/components/search/use-undo'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { isFilteredOut } from '@/components/search/view/use-live-view'
import { linkAt } from '@/components/search/view/view-parameters'
import { StarButton } from '@/components/search/watch-list/star-button'
import { Button, IconButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { query } from '@/lib/api/queries/query'
import { useWatched } from '@/lib/api/queries/watch-list'
import { statusInspectionHref, vehicleHref } from '@/lib/format/links'
import { ABSENT, formatNumber } from '@/lib/format/number'
import { statusTitle } from '@/lib/format/status/status-words'
import { nearWords, safeText } from '@/lib/format/text'
import { ageInWords, ageStep, formatAge } from '@/lib/format/time/age'
import { formatRoadTime, withoutRoadTime } from '@/lib/format/time/road-time'
import { formatTime } from '@/lib/format/time/time'
import { shortTimeInStatus, type TimeInStatus } from '@/lib/format/time/time-in-status'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { NotListed, SelectedBooking } from './selected-booking'
import { departureInWords, type Selection, statusChangeInWords } from './selection'
import { type Facts, farOutside, showVehicle } from './shown-vehicles'
import { unconfirmedInWords } from './vehicle-row'

export function SelectedVehicle({ id }: { readonly id: string }) {
  const { store, focus, selected } = usePage()
  const data = useLiveData()
  const { view } = data
  const { goTo } = useAddressActions()
  const { keepUndo } = useUndo()
  const select = useSelect(data)
  const open = useOpenRecord(view)
  const isFollowing = usePageState((state) => state.followedId === id)
  const { replay } = view.live
  const outside = useOutside(id)
  const selection = outside ?? view.selection
  const position = outside?.vehicle.position ?? null
  const make = selection?.vehicle.make
  const href = vehicleHref(id)
  const name = view.names.shown(selection?.vehicle ?? { id })
  const isViewer = useIsViewer()
  const isLoaded = view.live.area !== null && view.live.progress === null
  const [isMore, setIsMore] = useState(false)
  const close = () => {
    select(null)
    // The focused button is about to go.
    focus.focusList()
  }
  return (
    <section
      // Its code may come after the vehicle was brought into view, which it covers then.
      ref={selected.cardRef}
      aria-label="Selected vehicle"
      data-covers-map
      className="bg-surface border-line shadow-raised w-full rounded-lg border p-2 text-sm md:w-84 md:p-4"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2
            className="line-clamp-1 text-lg font-semibold [overflow-wrap:anywhere] roomy:line-clamp-2"
            title={safeText(id)}
          >
            <bdi>{safeText(name ?? (make || id), name === null ? 60 : 40)}</bdi>
          </h2>
        </div>
        <div className="-mt-1 -mr-1 flex items-center">
          <StarButton vehicleId={id} onTakeBack={keepUndo} />
          <IconButton
            icon={Navigation}
            label="Follow this vehicle"
            aria-pressed={isFollowing}
            variant="ghost"
            disabled={!selection?.vehicle.position}
            onClick={() => store.setState({ followedId: isFollowing ? null : id })}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          />
          <IconButton icon={X} label="Close the selected vehicle" variant="ghost" onClick={close} />
        </div>
      </div>
      {selection && name !== null ? <Model vehicle={selection.vehicle} /> : null}
      {selection ? <Known selection={selection} /> : null}
      {!selection && isLoaded ? <NotListed id={id} pastMs={replay?.atMs ?? null} /> : null}
      {!selection && !isLoaded ? <p className="text-muted my-1 roomy:my-2">Loading …</p> : null}
      <div className="mt-1.5 flex flex-wrap items-center gap-2 roomy:mt-3">
        {isViewer || href === null ? null : <Driver vehicleId={id} />}
        {position === null ? null : (
          <Button className="flex-1" onClick={() => void goTo({ position, type: null })}>
            Go there
          </Button>
        )}
        {href === null ? (
          <p className="text-muted basis-full text-xs">
            This vehicle’s id has characters that cannot be looked up, so its record cannot be
            opened.
          </p>
        ) : (
          <Link href={href} onNavigate={() => void open(id)} button="primary" className="flex-1">
            Open record
          </Link>
        )}
        <IconButton
          icon={Ellipsis}
          label="More about this vehicle"
          aria-expanded={isMore}
          variant="ghost"
          onClick={() => setIsMore(!isMore)}
          className="aria-expanded:bg-sunken"
        />
      </div>
      {isMore ? (
        <div className="mt-2 text-xs">
          {selection ? <MoreFacts selection={selection} /> : null}
          <div className="-mb-1 flex items-center">
            <CopyButton
              what="a link to this vehicle"
              text={() => linkAt(window.location.href, replay?.atMs ?? null)}
            />
            <IconButton
              icon={ScanSearch}
              label="Show the data as received"
              variant="ghost"
              disabled={href === null}
              onClick={() => void open(id, statusInspectionHref(id))}
            />
          </div>
        </div>
      ) : null}
    </section>
  )
}

/** "Toyota Prius · Taxi" */
function Model({ vehicle }: { readonly vehicle: VehicleSearchObject }) {
  const { make, type } = vehicle
  const parts: string[] = []
  if (make) parts.push(safeText(make, 60))
  if (type) parts.push(attributes.types.words(type))
  return (
    <p className="text-muted -mt-3 line-clamp-1 roomy:-mt-2">
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at === 0 ? '' : ' · '}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </p>
  )
}

function useOutside(id: string): Selection | null {
  const { area, progress, replay } = useLiveData().view.live
  const isMissing =
    area !== null &&
    progress === null &&
    replay === null &&
    !area.table.has(id) &&
    !area.departed.some(({ record }) => record.id === id)
  const { data, dataUpdatedAt } = useQuery({
    ...query('/api/vehicles/{vehicleId}/status', { vehicleId: id }),
    enabled: isMissing,
  })
  if (!isMissing || !data) return null
  const { record, unreadable, forms, times } = data.data
  return {
    vehicle: { ...record, unreadable, forms, ...times },
    departed: null,
    isListed: false,
    fetchedAtMs: Date.parse(data.meta.fetchedAt),
    receivedAtMs: dataUpdatedAt,
    mtimeServes: times?.mtimeServes,
  }
}

function Known({ selection }: { readonly selection: Selection }) {
  const { vehicle, departed, isListed, receivedAtMs } = selection
  const { search } = useAddress()
  const { view, statusChange, pickup } = useLiveData()
  const watched = useWatched()
  const { formatDistance } = view
  const now = useShownNow(view.live)
  const sinceReceiptMs = Math.max(0, now - receivedAtMs)
  const facts = showVehicle(vehicle, view, selection, sinceReceiptMs)
  const { age, inStatus, metres, near, title, unconfirmedMs } = facts
  const isLast = !isListed && selection === view.selection
  const remark = isListed ? farOutside(vehicle.position, search) : null
  const byRoad = isListed ? pickup.timeOf(vehicle.id) : null
  const absence = absenceInWords()

  function absenceInWords(): string | null {
    if (departed) {
      const left = `${departureInWords(departed)} ${formatAge(now - departed.leftAtMs)} ago`
      return `No longer here: ${left}. Showing last known data.`
    }
    if (isListed) return null
    if (isLast) return 'Not in the loaded area; showing last known data.'
    return (metres ?? 0) > search.radius ? 'Outside the searched circle.' : 'Not in this list.'
  }

  return (
    <>
      {absence === null ? null : <p className={WARNING}>{absence}</p>}
      {isListed && unconfirmedMs !== null ? (
        <p className={WARNING}>{`${unconfirmedInWords(unconfirmedMs)} Showing last known data.`}</p>
      ) : null}
      {remark === null ? null : (
        <p className={`${WARNING} first-letter:uppercase`}>{`${remark}.`}</p>
      )}
      {statusChange && isListed ? (
        <p className={WARNING}>
          {`${statusChangeInWords(statusChange)} ${formatAge(now - statusChange.atMs)} ago`}
        </p>
      ) : null}
      {isFilteredOut(view) && !watched.isWatched(vehicle.id) ? (
        <p className="text-muted text-xs">Hidden on the map by the filters.</p>
      ) : null}
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 roomy:mt-2">
        <span className="border-line bg-sunken inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full border pr-3 pl-2">
          <StatusMark
            status={vehicle.status}
            isUnconfirmed={isListed && unconfirmedMs !== null}
            className={`size-4 ${isLast ? 'opacity-50' : ''}`}
          />
          <strong className="truncate font-semibold">
            <bdi title={statusTitle(vehicle.status)}>{factText('status', facts)}</bdi>
          </strong>
          {isListed ? <InStatus time={inStatus} /> : null}
        </span>
        {ageStep(age) === 'fresh' && !age.isClockAhead && !age.isNever && isListed ? null : (
          <span className={isListed ? 'text-warning' : 'text-muted'}>{ageInWords(age)}</span>
        )}
      </p>
      <p className="mt-1">
        <span className="font-semibold whitespace-nowrap tabular-nums">
          <Marked form={formOf('position', vehicle)}>{placeText(facts) ?? 'no position'}</Marked>
        </span>
        {near ? ' · ' : null}
        {near ? <bdi>{nearWords(near)}</bdi> : null}
      </p>
      {byRoad === null || byRoad === 'not-asked' ? null : (
        <p>
          {typeof byRoad === 'object'
            ? `${formatRoadTime(byRoad, formatDistance)} by road, without traffic`
            : withoutRoadTime(byRoad, formatDistance)}
        </p>
      )}
      <FactList names={MAIN_NAMES} facts={facts} title={title} />
      {view.live.replay ? null : <SelectedBooking vehicle={vehicle} />}
    </>
  )
}

const MAIN_NAMES = ['seats', 'licence_plate', 'price'] as const
const MORE_NAMES = CARD_NAMES.filter(
  (name) => name !== 'types' && !(MAIN_NAMES as readonly string[]).includes(name),
)

/** Labelled facts; a dash for what is not reported. */
function FactList({
  names,
  facts,
  title,
}: {
  readonly names: readonly (typeof CARD_NAMES)[number][]
  readonly facts: Facts
  readonly title: string | null
}) {
  return (
    <ul
      aria-label={names === MAIN_NAMES ? 'Facts' : 'More facts'}
      className="mt-1.5 grid grid-cols-3 gap-x-3 gap-y-1 roomy:mt-2"
    >
      {names.map((name) => {
        const text = cardText(name, facts)
        // The heading may be the plate.
        if (text !== null && text === title) return null
        return (
          <li key={name} title={titleOf(name)} className="min-w-0">
            <span className="text-muted block text-xs">
              {labels[name] ?? attributes[name].label}{' '}
            </span>
            <bdi className="block truncate">
              <Marked form={formOf(name, facts.vehicle)}>{text ?? ABSENT}</Marked>
            </bdi>
          </li>
        )
      })}
    </ul>
  )
}

/** Without what the label says: "5", not "5 seats". */
function cardText(name: (typeof CARD_NAMES)[number], facts: Facts): string | null {
  const { passengers_max: seats, price_per_km: perKm, price_per_minute: perMinute } = facts.vehicle
  if (name === 'seats' && seats !== null) return formatNumber(seats)
  if (name === 'price' && perKm !== null) return formatNumber(perKm)
  if (name === 'minute_price' && perMinute !== null) return formatNumber(perMinute)
  if (name === 'standstill') return facts.standing && shortTimeInStatus(facts.standing)
  return factText(name, facts)
}

/** Shorter than in lists of columns. */
const labels: { readonly [N in (typeof CARD_NAMES)[number]]?: string } = {
  licence_plate: 'Plate',
  price: 'Price/km',
  minute_price: 'Price/min',
}

/** Further facts, rarely needed, and when the service reported them. */
function MoreFacts({ selection }: { readonly selection: Selection }) {
  const { vehicle, isListed, receivedAtMs } = selection
  const { view } = useLiveData()
  const { zone } = usePreferences()
  const now = useShownNow(view.live)
  const facts = showVehicle(vehicle, view, selection, Math.max(0, now - receivedAtMs))
  const { age, title } = facts
  const isModifiedOtherwise = vehicle.mtime !== null && (age.from !== 'report' || age.isClockAhead)
  return (
    <>
      <FactList names={MORE_NAMES} facts={facts} title={title} />
      <p className="text-muted mt-1.5">
        {isListed ? `Report: ${ageInWords(age)}` : ageInWords(age)}
        {isModifiedOtherwise
          ? ` · modified ${formatTime(vehicle.mtime, zone) ?? safeText(vehicle.mtime, 40)}`
          : null}
      </p>
    </>
  )
}

const WARNING =
  'border-warning bg-warning-soft mb-0.5 rounded-sm border px-2 text-xs roomy:mt-1.5 roomy:py-1'

// Search objects have no currency (§2.2); the record has.
function titleOf(fact: (typeof CARD_NAMES)[number]): string {
  const { label } = attributes[fact]
  return fact === 'price' || fact === 'minute_price'
    ? `${label}. Currency not reported here: see the record`
    : label
}

/** "14 min", "≥ 14 min"; since when, on hover. */
function InStatus({ time }: { readonly time: TimeInStatus | null }) {
  const formatMinute = useMinuteFormat()
  const words = time && shortTimeInStatus(time)
  if (!time || words === null) return null
  const since = formatMinute(time.sinceMs, time.sinceMs + time.ms)
  return (
    <span
      className="text-muted shrink-0 tabular-nums"
      title={time.isAtLeast ? `seen since ${since}` : `since ${since}`}
    >
      {words}
    </span>
  )
}
