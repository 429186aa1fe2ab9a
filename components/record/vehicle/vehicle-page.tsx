'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { parseAsIsoDateTime, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { Link } from '@/components/layout/link'
import { Page, PageFrame } from '@/components/layout/page'
import { usePageTitle } from '@/components/layout/page-title'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useNow } from '@/components/layout/use-now'
import { ArrivedBookingLink } from '@/components/record/arrived-booking-link'
import { FactList } from '@/components/record/facts/fact-list'
import { BookingLinks } from '@/components/record/facts/string-value'
import { Technical } from '@/components/record/inspector/technical'
import { ReadAt } from '@/components/record/record-state'
import { VehicleHeader } from '@/components/record/vehicle-header'
import { vehicleTabTitle } from '@/components/record/vehicle-title'
import { WatchingErrorNotice } from '@/components/record/watching-error-notice'
import { StarButton, UnshareDialog, useWatchKey } from '@/components/search/watch-list/star-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { onDemand } from '@/components/ui/on-demand'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { TwoColumns } from '@/components/ui/two-columns'
import { isKind } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'
import type { RecordedSpan } from '@/lib/api/queries/recording'
import { useVehicleBookings, type VehicleBooking } from '@/lib/api/queries/vehicle-bookings'
import { arrivedBookingHref } from '@/lib/format/links'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatAge } from '@/lib/format/time/age'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { isVehicleId } from '@/lib/interface/identifiers'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { LiveStatus, LocationPanel } from './live-status'
import { PeoplePanels, VehiclePanels } from './vehicle-groups'

/** A vehicle's record and its live status: two calls (§4 rows 2 and 4) that fail independently. */
export function VehiclePage({ vehicleId }: { readonly vehicleId: string }) {
  if (isVehicleId(vehicleId)) return <AskedVehicle vehicleId={vehicleId} />
  return (
    <Page title="Invalid vehicle id">
      <Notice tone="danger" title={`“${safeText(vehicleId, 140)}” is not a valid id`}>
        Check the link, or find the vehicle by its call sign or plate.
      </Notice>
    </Page>
  )
}

// Status, report and position are shown beside them.
const KNOWN: (keyof VehicleSearchObject)[] = [
  'make',
  'type',
  'year',
  'passengers_max',
  'load_m3',
  'functions',
]

function AskedVehicle({ vehicleId }: { readonly vehicleId: string }) {
  const asked = useQuery(query('/api/vehicles/{vehicleId}', { vehicleId }))
  const inspected = asked.data?.data
  const status = useQuery({
    ...query('/api/vehicles/{vehicleId}/status', { vehicleId }),
    enabled: false,
  })
  // Data handed over by the map is no answer to inspect.
  const received = status.data?.meta.requestId ? status.data.data : undefined
  const known = inspected ? null : status.data?.data
  const hasFailed = asked.error !== null && !isKind(asked.error, 'not-found')
  const shownId = safeText(vehicleId, 140)
  const { name } = usePreferences()
  const activeBookingId = inspected?.record.active_booking_id ?? null
  const bookings = useVehicleBookings(
    inspected ? { id: vehicleId, ourRef: inspected.record.our_ref, activeBookingId } : null,
  )
  const bookingHref = (id: string) => {
    const arrived = bookings.find((booking) => booking.id === id)
    return arrived ? arrivedBookingHref(arrived.key) : null
  }
  const past = usePast()
  useWatchKey(vehicleId)
  usePageTitle(inspected ? vehicleTabTitle(inspected.record, name) : null)
  const actions = (
    <div className="flex flex-wrap items-center gap-2 whitespace-nowrap">
      <StarButton vehicleId={vehicleId} />
      {past.mayAsk && past.span === null ? <WhereWasItButton onSpan={past.setSpan} /> : null}
      <ReadAt query={asked} />
    </div>
  )
  return (
    <PageFrame>
      {inspected ? (
        <Panel>
          <VehicleHeader
            inspected={inspected}
            heading="h1"
            status={<LiveStatus vehicleId={vehicleId} />}
            actions={actions}
          />
        </Panel>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
            Vehicle {shownId}
          </h1>
          <LiveStatus vehicleId={vehicleId} />
          {actions}
        </div>
      )}
      <UnshareDialog />
      <WatchingErrorNotice />
      {past.mayAsk && past.span ? (
        <PastPanel vehicleId={vehicleId} span={past.span} onSpan={past.setSpan} />
      ) : null}
      {!inspected && isKind(asked.error, 'not-found') ? (
        <NoVehicleNotice asked={shownId} retry={() => void asked.refetch()} />
      ) : null}
      <TwoColumns
        first={
          <>
            <LocationPanel vehicleId={vehicleId} isReportedElsewhere={hasFailed} />
            <VehicleBookings bookings={bookings} />
            {inspected ? <PeoplePanels inspected={inspected} /> : null}
          </>
        }
        second={
          <>
            <QueryState
              query={asked}
              loading={
                <Panel>
                  <Skeleton label="Loading the vehicle’s record" lines={12} />
                </Panel>
              }
              // Shown at the top of the page instead.
              missing={null}
            >
              {({ data }) => (
                <BookingLinks value={bookingHref}>
                  <VehiclePanels inspected={data} />
                </BookingLinks>
              )}
            </QueryState>
            {hasFailed && known ? (
              <Panel title="Last known">
                <FactList table={vehicleSearchObjectFields} names={KNOWN} inspected={known} />
              </Panel>
            ) : null}
          </>
        }
      />
      {inspected || received ? (
        <Technical record={inspected ? { kind: 'vehicle', inspected } : null} status={received} />
      ) : null}
    </PageFrame>
  )
}

function NoVehicleNotice({ asked, retry }: { readonly asked: string; readonly retry: () => void }) {
  return (
    <Notice
      tone="danger"
      title={
        <>
          The service has no vehicle with the id “<bdi>{asked}</bdi>”
        </>
      }
      action={
        <span className="flex flex-wrap gap-2">
          <Button onClick={retry}>Retry</Button>
          <Link href="/lookup" button="secondary">
            Look up a reference
          </Link>
        </span>
      }
    >
      You can also find a vehicle by your own reference.
    </Notice>
  )
}

const PastPanel = onDemand(() => import('@/components/past/trail/past-panel'), 'PastPanel')

const spanParsers = { from: parseAsIsoDateTime, to: parseAsIsoDateTime }

/** The span of the page's address in which the vehicle's past is shown; null for none. */
function usePast() {
  const me = useQuery(query('/api/me'))
  const isViewer = useIsViewer()
  const [times, setTimes] = useQueryStates(spanParsers, { history: 'push' })
  const fromMs = times.from?.getTime() ?? null
  const toMs = times.to?.getTime() ?? null
  const span = useMemo<RecordedSpan | null>(() => {
    if (fromMs === null || toMs === null || fromMs >= toMs) return null
    return { fromMs, toMs }
  }, [fromMs, toMs])

  function setSpan(next: RecordedSpan | null): void {
    void setTimes({
      from: next && new Date(next.fromMs),
      to: next && new Date(next.toMs),
    })
  }

  return {
    // Until the role is known nothing is asked that a viewer is refused.
    mayAsk: !me.isPending && !isViewer,
    span,
    setSpan,
  }
}

const HOUR_MS = 3_600_000

/** Shows the last hour, where anything is recorded. */
function WhereWasItButton({ onSpan }: { readonly onSpan: (span: RecordedSpan) => void }) {
  const hasRecordings = useQuery(query('/api/service')).data?.data.recordingHours !== 0
  if (!hasRecordings) return null

  function showLastHour(): void {
    const nowMs = Math.ceil(Date.now() / 1000) * 1000
    onSpan({ fromMs: nowMs - HOUR_MS, toMs: nowMs })
  }

  return (
    <Button icon={History} onClick={showLastHour}>
      Where was it?
    </Button>
  )
}

const FIRST_SHOWN = 5

function VehicleBookings({ bookings }: { readonly bookings: readonly VehicleBooking[] }) {
  if (bookings.length === 0) return null
  const first = bookings.slice(0, FIRST_SHOWN)
  const rest = bookings.slice(FIRST_SHOWN)
  return (
    <Panel title="Bookings">
      <Bookings bookings={first} />
      {rest.length === 0 ? null : (
        <details className="text-sm">
          <summary className="min-h-11 content-center md:min-h-7">
            {formatCount(rest.length)} older
          </summary>
          <Bookings bookings={rest} />
        </details>
      )}
    </Panel>
  )
}

function Bookings({ bookings }: Parameters<typeof VehicleBookings>[0]) {
  const now = useNow()
  return (
    <ul className="divide-line divide-y text-sm">
      {bookings.map((booking) => (
        <li key={booking.key} className="flex flex-wrap items-center gap-x-2 py-0.5">
          <span className="min-w-0 flex-1 basis-40">
            <ArrivedBookingLink
              booking={booking}
              className="inline-flex min-h-11 items-center md:min-h-7"
            />
          </span>
          {booking.isActive ? <Badge tone="accent">Active</Badge> : null}
          <span className="text-muted text-xs">
            {now === null ? null : `${formatAge(now - Date.parse(booking.lastReceivedAt))} ago`}
          </span>
        </li>
      ))}
    </ul>
  )
}
