import { useQuery } from '@tanstack/react-query'
import { Navigation, ScanSearch, X } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { StatusMark } from '@/components/map/status-mark'
import { Marked } from '@/components/record/facts/marks'
import { factText, formOf, placeText } from '@/components/search/attribute-words'
import { attributes, CARD_NAMES } from '@/components/search/attributes'
import { usePage, usePageState } from '@/components/search/page'
import { useOpenRecord, useSelect } from '@/components/search/page-actions'
import { useLiveData, useShownNow } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { isFilteredOut } from '@/components/search/view/use-live-view'
import { linkAt } from '@/components/search/view/view-parameters'
import { StarButton } from '@/components/search/watch-list/star-button'
import { Button, IconButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { query } from '@/lib/api/queries/query'
import { statusInspectionHref, vehicleHref } from '@/lib/format/links'
import { statusTitle } from '@/lib/format/status/status-words'
import { nearWords, safeText } from '@/lib/format/text'
import { ageInWords, formatAge } from '@/lib/format/time/age'
import { formatRoadTime, withoutRoadTime } from '@/lib/format/time/road-time'
import { formatTime } from '@/lib/format/time/time'
import { type TimeInStatus, timeInStatusWords } from '@/lib/format/time/time-in-status'
import { Driver, NotListed, SelectedBooking } from './selected-booking'
import { departureInWords, type Selection, statusChangeInWords } from './selection'
import { farOutside, showVehicle } from './shown-vehicles'
import { unconfirmedInWords } from './vehicle-row'

export function SelectedVehicle({ id }: { readonly id: string }) {
  const { store, focus, selected } = usePage()
  const data = useLiveData()
  const { view } = data
  const { goTo } = useAddressActions()
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
      className="bg-surface border-line shadow-raised w-full rounded-lg border p-2 text-sm md:w-80 md:p-3"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 font-semibold [overflow-wrap:anywhere]" title={safeText(id)}>
            {name === null ? null : <bdi>{safeText(name, 40)} </bdi>}
            <bdi className={name === null ? '' : 'font-normal'}>{safeText(make || id, 60)}</bdi>
          </h2>
        </div>
        <div className="-mt-1 -mr-1 flex items-center">
          <StarButton vehicleId={id} />
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
      {selection ? <Known selection={selection} /> : null}
      {!selection && isLoaded ? <NotListed id={id} pastMs={replay?.atMs ?? null} /> : null}
      {!selection && !isLoaded ? <p className="text-muted my-1 roomy:my-2">Loading …</p> : null}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-1 gap-y-1.5 roomy:mt-3">
        {isViewer || href === null ? null : <Driver vehicleId={id} />}
        <CopyButton
          what="a link to this vehicle"
          text={() => linkAt(window.location.href, replay?.atMs ?? null)}
        />
        <IconButton
          icon={ScanSearch}
          label="Inspect its data as received"
          variant="ghost"
          disabled={href === null}
          onClick={() => void open(id, statusInspectionHref(id))}
        />
        <div className="ml-auto flex shrink-0 gap-x-2">
          {position === null ? null : (
            <Button className="px-2!" onClick={() => void goTo({ position, type: null })}>
              Go there
            </Button>
          )}
          {href === null ? null : (
            <Link
              href={href}
              onNavigate={() => void open(id)}
              button="primary"
              className={position ? 'px-2!' : ''}
            >
              Open record
            </Link>
          )}
        </div>
        {href === null ? (
          <p className="text-muted basis-full text-xs">
            This id cannot be used in the service’s URLs, so its record cannot be opened.
          </p>
        ) : null}
      </div>
    </section>
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
  const { formatDistance } = view
  const now = useShownNow(view.live)
  const { zone } = usePreferences()
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
      {isFilteredOut(view) ? (
        <p className="text-muted text-xs">Hidden on the map by the filters.</p>
      ) : null}
      <p className="roomy:mt-2">
        <StatusMark
          status={vehicle.status}
          isUnconfirmed={isListed && unconfirmedMs !== null}
          className={`mr-1.5 inline size-4 align-text-bottom ${isLast ? 'opacity-50' : ''}`}
        />
        <strong className="font-semibold">
          <bdi title={statusTitle(vehicle.status)}>{factText('status', facts)}</bdi>
          {isListed ? <InStatus time={inStatus} /> : null}
        </strong>
        {' · '}
        <span className="whitespace-nowrap">
          <Marked form={formOf('position', vehicle)}>{placeText(facts) ?? 'no position'}</Marked>
        </span>
        {near ? ' · ' : null}
        {near ? <bdi>{nearWords(near)}</bdi> : null}
        <span className="text-muted">
          {` · ${ageInWords(age)}`}
          {vehicle.mtime === null || (age.from === 'report' && !age.isClockAhead)
            ? null
            : ` · modified ${formatTime(vehicle.mtime, zone) ?? safeText(vehicle.mtime, 40)}`}
        </span>
      </p>
      {byRoad === null || byRoad === 'not-asked' ? null : (
        <p>
          {typeof byRoad === 'object'
            ? `${formatRoadTime(byRoad, formatDistance)} by road, without traffic`
            : withoutRoadTime(byRoad, formatDistance)}
        </p>
      )}
      <ul aria-label="Facts" className="flex flex-wrap gap-x-3 roomy:mt-1">
        {CARD_NAMES.map((fact) => {
          const text = factText(fact, facts)
          // The heading may be the plate.
          return text === null || text === title ? null : (
            <li key={fact} title={titleOf(fact)} className="whitespace-nowrap">
              <bdi>
                <Marked form={formOf(fact, vehicle)}>{text}</Marked>
              </bdi>
            </li>
          )
        })}
      </ul>
      {view.live.replay ? null : <SelectedBooking vehicle={vehicle} />}
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
