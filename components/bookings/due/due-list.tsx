import { ArrowUp, Crosshair } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo } from 'react'
import { Link } from '@/components/layout/link'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useNow } from '@/components/layout/use-now'
import { Driver } from '@/components/record/driver'
import { Absent } from '@/components/record/facts/marks'
import { PhoneNumbers } from '@/components/record/facts/string-value'
import { Button } from '@/components/ui/button'
import { type MenuPoint, menuPointOf } from '@/components/ui/menu-keys'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import {
  ARRIVED_MOST,
  type ArrivedList,
  useArrivedBookings,
  useOlderBookings,
} from '@/lib/api/queries/arrived-bookings'
import { absencePhrase } from '@/lib/format/absence'
import { keyWords } from '@/lib/format/key-words'
import { arrivedBookingHref, vehicleHref } from '@/lib/format/links'
import { counted, formatCount } from '@/lib/format/number'
import { type DueState, isVehicleUnreadable } from '@/lib/format/status/due-state'
import { safeText } from '@/lib/format/text'
import type { PickUpTime } from '@/lib/format/time/pick-up-time'
import { CopyForDriver } from './copy-for-driver'
import { type DueBooking, dueBookings, leftInWords } from './due-bookings'
import { useHeldRows } from './held-order'

/** Minutes left are shown, so that this is often enough. */
const STEP_MS = 10_000
/** A desk does not work through more at once. */
const MOST_SHOWN = 200

interface DueActions {
  /** Key of the booking whose details are shown; null for none. */
  readonly openedKey: string | null
  /** Opens a booking; null closes the one that is open. */
  readonly onOpen: (booking: DueBooking | null) => void
  /** Finds a vehicle for a booking that names its start. */
  readonly onFind: (booking: DueBooking) => void
  /** Opens the menu of a booking. */
  readonly onMenu: (booking: DueBooking, at: MenuPoint) => void
}

/**
 * Bookings whose pick-up is ahead, the failed and late ones on top: lines of one row in a wide
 * page, of two in a panel.
 */
export function DueList(actions: DueActions) {
  const isViewer = useIsViewer()
  const asked = useArrivedBookings(!isViewer)
  if (isViewer)
    return (
      <Notice isQuiet title="Bookings received by webhook are not shown to viewers">
        Dispatchers and administrators see here which of them are due.
      </Notice>
    )
  return (
    <QueryState query={asked} loading={<Skeleton label="Loading the bookings" lines={8} />}>
      {(list) => <Due list={list} {...actions} />}
    </QueryState>
  )
}

function Due({ list, ...actions }: DueActions & { readonly list: ArrivedList }) {
  const { zone } = usePreferences()
  const nowMs = useNow(STEP_MS) ?? Date.now()
  const loading = useLoadedWhole(list)
  const due = useMemo(() => dueBookings(list.entries, nowMs, zone), [list.entries, nowMs, zone])
  const { rows, over, waiting, release, handlers } = useHeldRows(due, MOST_SHOWN)
  if (rows.length === 0 && loading.state === 'whole')
    return (
      // The same section, which notices that the pointer leaves.
      <section aria-label="Due bookings" {...handlers}>
        <Notice isQuiet title="No booking is due">
          Bookings appear here as soon as they arrive, until their journey begins.
        </Notice>
      </section>
    )

  function retry(): void {
    release()
    loading.retry()
  }

  return (
    <section aria-label="Due bookings" className="@container" {...handlers}>
      {/* As high as its button, which must not move the rows. */}
      <div className="flex min-h-11 items-center gap-2 md:min-h-9">
        <p className="text-muted px-2 text-xs">
          {formatCount(due.length)} due
          {due.length > MOST_SHOWN
            ? `, ${counted(due.length - MOST_SHOWN, 'later booking')} not shown`
            : null}
          {otherBookings[loading.state]}
        </p>
        {waiting > 0 ? (
          <Button icon={ArrowUp} variant="primary" className="ml-auto" onClick={release}>
            {counted(waiting, 'new booking')}
          </Button>
        ) : null}
      </div>
      {loading.state === 'failed' ? (
        <Button className="mx-2 mb-1" onClick={retry}>
          Retry
        </Button>
      ) : null}
      <ul aria-label="Bookings by pick-up time">
        {rows.map((booking) => (
          <DueRow
            key={booking.key}
            booking={booking}
            isOver={over.has(booking.key)}
            nowMs={nowMs}
            {...actions}
          />
        ))}
      </ul>
    </section>
  )
}

type Loaded = 'whole' | 'loading' | 'failed' | 'cut'

/** The bookings that are not searched for due ones. */
const otherBookings: Readonly<Record<Loaded, string>> = {
  whole: '',
  loading: '. Older bookings are being loaded.',
  failed: '. Older bookings could not be loaded; some may be due.',
  cut: `. Only the newest ${formatCount(ARRIVED_MOST)} bookings are searched; older ones may be due.`,
}

/** Loads older bookings, of which some may be ahead still. */
function useLoadedWhole({ older, isCut }: ArrivedList): {
  readonly state: Loaded
  readonly retry: () => void
} {
  const { mutate, isPending, error } = useOlderBookings()
  const isNext = older !== null && !isCut && !isPending && !error
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page follows the last one
  useEffect(() => {
    if (isNext) mutate()
  }, [isNext, older, mutate])
  return { state: loadedOf(), retry: () => mutate() }

  function loadedOf(): Loaded {
    if (isCut) return 'cut'
    if (older === null) return 'whole'
    return error ? 'failed' : 'loading'
  }
}

const ROW =
  'hover:bg-sunken aria-expanded:bg-accent-soft grid min-h-11 w-full grid-cols-[5.5rem_minmax(0,1fr)_auto] gap-x-3 px-2 py-1.5 text-left focus-visible:-outline-offset-2 @3xl:grid-cols-[11rem_14rem_minmax(0,1fr)_9rem]'

function DueRow({
  booking,
  isOver,
  nowMs,
  openedKey,
  onOpen,
  onFind,
  onMenu,
}: DueActions & {
  readonly booking: DueBooking
  /** It is no longer due, and its row is held. */
  readonly isOver: boolean
  readonly nowMs: number
}) {
  const { key, record, title } = booking
  const { error } = record
  const isOpen = key === openedKey

  function onContextMenu(event: MouseEvent<HTMLElement>) {
    // A link has the browser’s own menu.
    if (event.target instanceof Element && event.target.closest('a')) return
    event.preventDefault()
    onMenu(booking, menuPointOf(event, event.currentTarget))
  }

  return (
    <li
      data-menu
      onContextMenu={onContextMenu}
      className="border-line border-t text-sm first:border-t-0"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? null : booking)}
        className={`${ROW} ${isOver ? 'opacity-55' : ''}`}
      >
        <span className="row-span-2 @3xl:row-span-1">
          <PickUp booking={booking} nowMs={nowMs} />
        </span>
        <span className="min-w-0 truncate">
          <bdi className="font-semibold">{title}</bdi>{' '}
          <span className="text-muted text-xs @3xl:block">
            {isOver ? 'No longer due' : <Status {...booking} />}
          </span>
        </span>
        <span className="max-w-28 truncate text-right @3xl:order-last @3xl:max-w-none">
          <VehicleName {...booking} />
        </span>
        <span className={`col-span-2 min-w-0 @3xl:col-span-1 ${isOpen ? '' : 'line-clamp-2'}`}>
          <Text booking={booking} name="from_label" /> <span aria-hidden>→</span>
          <span className="sr-only">to</span> <Text booking={booking} name="to_label" />
        </span>
      </button>
      {error ? (
        <p className="text-danger px-2 pb-1.5 text-xs [overflow-wrap:anywhere]">
          <bdi>{safeText(error, 300)}</bdi>
        </p>
      ) : null}
      {isOpen ? <Details booking={booking} onFind={onFind} /> : null}
    </li>
  )
}

function Status({ record: { status }, unreadable }: DueBooking) {
  if (status) return <bdi>{keyWords(status, 40)}</bdi>
  return absencePhrase('status', 'status', unreadable)
}

function VehicleName({ vehicleName, unreadable }: DueBooking) {
  if (vehicleName !== null) return <bdi>{safeText(vehicleName, 60)}</bdi>
  if (isVehicleUnreadable(unreadable))
    return <span className="text-warning font-semibold">Vehicle unreadable</span>
  return <span className="text-danger font-semibold">No vehicle</span>
}

function Details({
  booking,
  onFind,
}: Pick<DueActions, 'onFind'> & { readonly booking: DueBooking }) {
  const { key, record, vehicleId } = booking
  const { customer_phone_number, from_position } = record
  const href = vehicleId === null ? null : vehicleHref(vehicleId)
  return (
    <div className="bg-accent-soft flex flex-col items-start gap-2 px-2 pb-2">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted text-xs">Customer</span>
        <Text booking={booking} name="customer_name" />
        {customer_phone_number ? <PhoneNumbers text={customer_phone_number} /> : null}
      </p>
      {vehicleId !== null && href ? (
        <div className="flex w-full max-w-xl">
          <Driver vehicleId={vehicleId} isAsked />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {from_position ? (
          <Button
            variant="primary"
            icon={Crosshair}
            title="On the pick-up board (b)"
            aria-keyshortcuts="b"
            onClick={() => onFind(booking)}
          >
            Find a vehicle
          </Button>
        ) : null}
        <CopyForDriver booking={booking} />
        <Link href={arrivedBookingHref(key)} button="secondary">
          Open booking
        </Link>
        {href ? (
          <Link href={href} button="secondary">
            Open vehicle
          </Link>
        ) : null}
      </div>
    </div>
  )
}

function Text({
  booking: { record, unreadable },
  name,
}: {
  readonly booking: DueBooking
  readonly name: 'from_label' | 'to_label' | 'customer_name'
}) {
  const text = record[name]
  if (text) return <bdi title={safeText(text)}>{safeText(text, 120)}</bdi>
  return unreadable.includes(name) ? 'unreadable' : <Absent />
}

const tones: Readonly<Record<DueState, string>> = {
  failed: 'text-danger',
  late: 'text-danger',
  ahead: 'text-text',
  unread: 'text-muted',
}

function PickUp({ booking, nowMs }: { readonly booking: DueBooking; readonly nowMs: number }) {
  const minute = useMinuteFormat()
  const { record, unreadable, state, pickUp } = booking
  const given = safeText(record.when ?? '')
  if (!pickUp) {
    const isUnreadable = given !== '' || unreadable.includes('when')
    return (
      <span className="font-semibold">
        <bdi>{given ? safeText(given, 60) : 'No time'}</bdi>
        <span className="text-muted block text-xs font-normal">
          {isUnreadable ? 'not a time that Kerbside reads' : 'not reported'}
        </span>
      </span>
    )
  }
  return (
    <span title={[given, assumedInWords[pickUp.assumed]].filter(Boolean).join('\n')}>
      <span className={`block font-semibold ${tones[state]}`}>{leftOf(pickUp, state, nowMs)}</span>
      <span className="text-muted block text-xs tabular-nums">{minute(pickUp.atMs, nowMs)}</span>
    </span>
  )
}

const assumedInWords: Readonly<Record<PickUpTime['assumed'], string>> = {
  nothing: '',
  zone: 'It came without a zone: read in yours.',
  day: 'It came without a day: the next such time after the booking, in your zone.',
  now: 'Booked for now.',
}

function leftOf({ atMs, assumed }: PickUpTime, state: DueState, nowMs: number): string {
  const words = assumed === 'now' && state === 'ahead' ? 'Now' : leftInWords(atMs, nowMs)
  return state === 'failed' ? `Failed · ${words}` : words
}
