import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { FactList } from '@/components/record/facts/fact-list'
import { useNearName } from '@/components/record/facts/near-place'
import { ReportAge, ShowOnMap, StatusPill } from '@/components/record/live-report'
import { RecordSkeleton } from '@/components/record/record-state'
import { VehicleHeader } from '@/components/record/vehicle-header'
import { vehicleTitle } from '@/components/record/vehicle-title'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError, isKind } from '@/lib/api/client/errors'
import { type FoundVehicle as KnownVehicle, SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import { findVehiclesQuery } from '@/lib/api/queries/places'
import { query } from '@/lib/api/queries/query'
import { spellingsQuery } from '@/lib/api/queries/reference-lookup'
import { absencePhrase } from '@/lib/format/absence'
import { lookupHref, vehicleHref } from '@/lib/format/links'
import { nameIn } from '@/lib/format/name-fit'
import { MOST_SPELLINGS, nearMisses } from '@/lib/format/near-misses'
import { mayHaveBeen, partKept, spreadsheetChange } from '@/lib/format/spreadsheet-changes'
import { nearWords, safeText } from '@/lib/format/text'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { isOurRef, isVehicleId } from '@/lib/interface/identifiers'
import { formatPosition } from '@/lib/interface/position'
import type { Inspected, Vehicle } from '@/lib/interface/resources'
import { ExactText } from './exact-text'

// Identify the vehicle and its task, beside the header; the rest is on the record's page.
const FIRST_FACTS: (keyof Vehicle)[] = ['active_booking_id', 'passengers_max', 'load_m3']
const OTHER_FACTS: (keyof Vehicle)[] = ['functions', 'year', 'id']

export function LookupResult({ ourRef }: { readonly ourRef: string }) {
  const asked = useQuery(spellingsQuery([ourRef]))
  const found = asked.data?.[0]
  const { name } = usePreferences()
  return (
    <div className="flex flex-col gap-4">
      <QueryState query={asked} loading={<RecordSkeleton label="Looking up the reference" />}>
        {() =>
          found ? (
            <FoundVehicle inspected={found} />
          ) : (
            <NotFound ourRef={ourRef} retry={() => void asked.refetch()} />
          )
        }
      </QueryState>
      <p role="status" className="sr-only">
        {found ? `Found: ${vehicleTitle(found.record, name)}` : ''}
      </p>
    </div>
  )
}

function FoundVehicle({ inspected }: { readonly inspected: Inspected<Vehicle> }) {
  const { id } = inspected.record
  const href = vehicleHref(id)
  return (
    <section
      aria-labelledby="found"
      className="bg-surface border-line flex min-w-0 flex-col gap-4 rounded-lg border p-4"
    >
      <VehicleHeader
        inspected={inspected}
        heading="h2"
        id="found"
        actions={
          href ? (
            <Link href={href} button="primary">
              Open record
            </Link>
          ) : null
        }
      />
      {isVehicleId(id) ? (
        <div className="border-line border-t pt-3">
          <LiveLine vehicleId={id} />
        </div>
      ) : null}
      <div className="border-line grid items-start gap-x-8 border-t pt-2 md:grid-cols-2">
        <FactList table={vehicleFields} names={FIRST_FACTS} inspected={inspected} />
        <FactList table={vehicleFields} names={OTHER_FACTS} inspected={inspected} />
      </div>
    </section>
  )
}

/** Status, last report and position of a found vehicle: why it is, or is not, on the map. */
function LiveLine({ vehicleId }: { readonly vehicleId: string }) {
  const {
    data: answer,
    error,
    dataUpdatedAt,
  } = useQuery(query('/api/vehicles/{vehicleId}/status', { vehicleId }))
  const near = useNearName(answer?.data.record.position ?? null, vehicleId)
  if (!answer) {
    if (!error) return <Skeleton label="Loading the live status" lines={1} />
    const reason = isKind(error, 'not-found')
      ? 'the service has none for this vehicle'
      : describeError(error).title
    return <p className="text-muted text-sm">No live status: {reason}.</p>
  }
  const { position } = answer.data.record
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <StatusPill inspected={answer.data} />
      <p>
        <ReportAge answer={answer} receivedAtMs={dataUpdatedAt} />
      </p>
      {position ? (
        <>
          <p>
            <bdi>
              {near === null ? formatPosition(position).replace(',', ', ') : nearWords(near)}
            </bdi>
          </p>
          <ShowOnMap position={position} vehicleId={vehicleId} />
        </>
      ) : (
        <p className="text-warning font-semibold">
          {absencePhrase('Position', 'position', answer.data.unreadable)}, so it is not on the map.
        </p>
      )}
    </div>
  )
}

function NotFound({ ourRef, retry }: { readonly ourRef: string; readonly retry: () => void }) {
  const change = spreadsheetChange(ourRef)
  return (
    <EmptyState
      title="The service has no vehicle with this reference"
      action={<Button onClick={retry}>Search again</Button>}
    >
      <p>
        We searched for exactly:{' '}
        <span className="text-text">
          <ExactText text={ourRef} />
        </span>
      </p>
      {change === null ? null : <p>{change}.</p>}
      <SimilarReferences ourRef={ourRef} />
    </EmptyState>
  )
}

function SimilarReferences({ ourRef }: { readonly ourRef: string }) {
  const { isTrying, isCutShort, similar } = useSimilar(ourRef)
  if (similar.length > 0)
    return (
      <div className="flex flex-wrap items-center justify-center gap-2">
        <span>Did you mean</span>
        {similar.map(({ text, detail, href }) => (
          <Link key={text} href={href} button="secondary">
            <ExactText text={text} />
            {detail === null ? null : <bdi className="font-normal">{safeText(detail, 40)}</bdi>}
          </Link>
        ))}
      </div>
    )
  if (isTrying) return <p>Trying similar references …</p>
  return (
    <p>
      {isCutShort ? null : 'No similar reference or plate was found either. '}
      Check capitals, spaces, and look-alikes such as O and 0.
    </p>
  )
}

const MOST_OFFERED = 5

/** Other references that a text may mean: "KB-17" of "number 17". */
function spellingsOf(text: string, others: readonly string[]): string[] {
  const typed = nameIn(text, [])
  if (typed === null) return nearMisses(text, others)
  if (typed.of === 'licence_plate') return []
  return [typed.text, ...nearMisses(typed.text, others)].filter(isOurRef).slice(0, MOST_SPELLINGS)
}

/**
 * Vehicles whose call sign or plate holds the text, as far as Kerbside has read them; other
 * spellings that the service knows.
 */
function useSimilar(ourRef: string) {
  const text = partKept(ourRef)
  const known = useQuery({
    ...findVehiclesQuery(text),
    enabled: text !== '' && text.length <= SEARCH_TEXT_MAXIMUM,
  })
  const candidates = spellingsOf(
    ourRef,
    (known.data ?? []).flatMap((vehicle) => vehicle.ourRef ?? []),
  )
  const spelled = useQuery({
    ...spellingsQuery(candidates),
    enabled: candidates.length > 0 && !known.isLoading,
    // Repeating it would cost the calls again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
  const plates = new Map(
    known.data?.map(({ ourRef: other, licencePlate }) => [other, licencePlate]),
  )
  const spellings = candidates.flatMap((spelling, index) => {
    const inspected = spelled.data?.[index]
    const detail = plates.get(spelling) ?? inspected?.record.make ?? null
    return inspected ? { text: spelling, detail, href: lookupHref(spelling) } : []
  })
  // Of a changed text any reference may hold the part that is left.
  const isOffered = ({ ourRef: other }: KnownVehicle) =>
    text === ourRef.trim() || (other !== null && mayHaveBeen(ourRef, other))
  const named = (known.data ?? [])
    .filter(isOffered)
    .map(({ id, ourRef: other, licencePlate }) =>
      other === null
        ? { text: licencePlate ?? '', detail: null, href: vehicleHref(id) }
        : { text: other, detail: licencePlate, href: lookupHref(other) },
    )
  const similar = [...spellings, ...named].flatMap(({ href, ...one }, index, all) =>
    href === null || all.findIndex(({ text: other }) => other === one.text) < index
      ? []
      : { ...one, href },
  )
  return {
    similar: similar.slice(0, MOST_OFFERED),
    isTrying: spelled.isFetching || known.isFetching,
    isCutShort: known.isError || spelled.isError,
  }
}
