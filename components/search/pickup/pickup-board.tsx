import { CircleDot, MapPin, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDistance } from '@/components/layout/preferences/preferences'
import { askedFacts } from '@/components/search/attribute-filters'
import { attributes, NEED_NAMES, type NeedName, type Needs } from '@/components/search/attributes'
import { offeredValues } from '@/components/search/list/counts/status-groups'
import { filtersInWords } from '@/components/search/list/filters'
import { AmountField } from '@/components/search/list/filters/amount-field'
import { type RowPlace, VehicleList } from '@/components/search/list/vehicle-list'
import { usePage } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { usePlaceInWords, usePlaceName } from '@/components/search/view/saved-areas'
import { Button, IconButton } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import type { RoadTime } from '@/lib/api/contract/roads'
import { keyPhrase } from '@/lib/format/key-words'
import { formatCount } from '@/lib/format/number'
import type { FormatDistance } from '@/lib/format/position/distance'
import { statusReading } from '@/lib/format/status/status-reading'
import { statusPhrase } from '@/lib/format/status/status-words'
import { nearWords } from '@/lib/format/text'
import {
  formatMinutes,
  formatRoadTime,
  offRoad,
  withoutRoadTime,
} from '@/lib/format/time/road-time'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea, LiveState } from '@/lib/live/client/live-area'
import { FITS_WANTED, widerRadius } from './pickup-ranking'
import { isTime, type RoadRanking, type RoadReading } from './road-times'
import {
  isCentred,
  type PickupRanking,
  useIsPlacing,
  useIsWidening,
  usePickupActions,
} from './use-pickup'

export function PickupBoard() {
  const { focus } = usePage()
  const { view, pickup: board } = usePanelData()
  const { needs, pickup, search } = useAddress()
  const { set: setPickup, setNeeds } = usePickupActions(view.live.replay !== null)
  const place = usePlaceInWords(search.position, view.near)
  const { counts } = view
  const { area } = view.live
  return (
    <section aria-label="Pick-up board" className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2 px-3 py-2">
        <div ref={focus.needs} className="grid grid-cols-[1fr_4.5rem_4.5rem_1fr] gap-2">
          {NEED_NAMES.map((name) => {
            const { label, unit, filter, words } = attributes[name]
            const needed: Needs[NeedName] = needs[name]
            const set = (value: string | number | null) => setNeeds({ [name]: value })
            if (filter !== 'anyOf')
              return (
                <AmountField
                  key={name}
                  label={unit === null ? label : `${label} ${unit}`}
                  value={needed as number | null}
                  onChange={set}
                />
              )
            const offered = offeredValues(counts, name)
            const keys = new Set(offered.map(([key]) => key))
            if (typeof needed === 'string') keys.add(needed)
            keys.delete('')
            return (
              <SelectField
                key={name}
                label={label}
                value={needed ?? ''}
                options={[
                  ['', 'any'],
                  ...[...keys].sort().map((key) => [key, words(key)] as const),
                ]}
                onChange={(key) => set(key || null)}
              />
            )
          })}
        </div>
      </div>
      {pickup ? <Searched pickup={pickup} /> : null}
      {pickup && area && board.ranking ? (
        <Ranked area={area} pickup={pickup} ranking={board.ranking} />
      ) : null}
      {pickup ? null : (
        <div className="flex flex-col items-start gap-2 px-3 py-2 text-sm">
          <p className="text-muted">
            Click the pick-up point on the map, or type it above.{' '}
            {view.live.replay
              ? 'The vehicles of the moment shown, in this area, are ranked'
              : 'Kerbside searches around it until it finds five suitable vehicles, and ranks them'}{' '}
            by the time by road, or else by straight-line distance: suitable ones first, then the
            others with the reason.
          </p>
          <Button icon={CircleDot} onClick={() => setPickup(search.position)}>
            <span className="truncate">
              Pick-up at <bdi>{place}</bdi>
            </span>
          </Button>
        </div>
      )}
    </section>
  )
}

function Searched({ pickup }: { readonly pickup: Position }) {
  const { view, pickup: board } = usePanelData()
  const address = useAddress()
  const { clearFilters, closePickup, goTo } = useAddressActions()
  const { searchRound, setPlacing } = usePickupActions(view.live.replay !== null)
  const isPlacing = useIsPlacing(address)
  const isWidening = useIsWidening(view, board)
  const isSearched = isCentred(address)
  const formatDistance = useDistance()
  const { ranking, roads, terms } = board
  const { radius, type, position } = address.search
  const { meta } = view.live.area ?? {}
  const within = formatDistance(radius)
  const wider = widerRadius(radius)
  const isWhole = meta?.incomplete === null && meta.failure === null && view.live.progress === null
  const known = radius - distanceMetres(position, pickup)
  const near = view.near.at(pickup)
  const name = usePlaceName(pickup, view.near)
  const needs = filtersInWords(terms.needs)
  const filters = filtersInWords(view.shownFilters)
  const free = (view.counts?.status ?? []).flatMap(([status]) => {
    const { of, by } = statusReading(status) ?? {}
    return of === 'free' && by === 'Kerbside' ? [statusPhrase(status)] : []
  })
  const fitsEnough = ranking !== null && ranking.suitable >= FITS_WANTED

  function completenessInWords(): string | null {
    if (isWidening && ranking) return 'Fewer than five: widening the search …'
    if (!isSearched && known > 0)
      return `Complete only within ${formatDistance(known)} of the pick-up; vehicles beyond that may be missing.`
    if (!isSearched)
      return 'The pick-up is outside the searched circle; closer vehicles may be missing.'
    if (ranking && !isWhole) return 'The area is not fully loaded; closer vehicles may be missing.'
    return null
  }

  function searchAction(): ReactNode {
    if (view.live.replay) return null
    if (!isSearched) return <Button onClick={() => searchRound()}>Search around this point</Button>
    const mayWiden = ranking !== null && !fitsEnough && isWhole && !isWidening
    if (!mayWiden || wider === null) return null
    return (
      <Button onClick={() => void goTo({ radius: wider })}>Search {formatDistance(wider)}</Button>
    )
  }

  return (
    <div className="flex flex-wrap items-center justify-end gap-2 px-3 pb-1.5 text-sm">
      <p className="min-w-0 flex-1 basis-44">
        {name === null ? null : (
          <bdi className="block truncate">
            Pick-up {name === near ? nearWords(near) : `at ${name}`}
          </bdi>
        )}
        {ranking ? (
          <>
            <strong className="font-semibold">{formatCount(ranking.suitable)}</strong> of{' '}
            {formatCount(ranking.rows.length)} suitable
            {isSearched ? ` within ${within}` : ''}
            {type === null ? '' : ` (type ${keyPhrase(type, 40)})`}
          </>
        ) : (
          searchingInWords(within, view.live.replay)
        )}
        {needs.length === 0 ? null : (
          <span className="hidden print:block">Needed: {needs.join(', ')}</span>
        )}
        {filters.length === 0 ? null : (
          <span className="block">Filtered: {filters.join(', ')}</span>
        )}
        <span className="text-muted block text-xs">
          {ranking && ranking.suitable > 0
            ? `${orderInWords(roads, ranking, formatDistance)} `
            : null}
          {ranking && ranking.rows.length > 0 && !terms.hasStatuses
            ? 'No vehicle here reports a status: ask before you send one. '
            : null}
          {free.length > 0 ? <span>{`Treated as free: ${free.join(', ')}. `}</span> : null}
          {completenessInWords()}
        </span>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {filters.length === 0 ? null : (
          <Button onClick={() => void clearFilters()}>Clear filters</Button>
        )}
        {searchAction()}
        <IconButton
          icon={MapPin}
          label="Move the pin: click the map"
          aria-pressed={isPlacing}
          onClick={() => setPlacing(!isPlacing)}
          className="aria-pressed:bg-accent-soft"
        />
        <IconButton icon={X} label="Close the pick-up board" onClick={() => void closePickup()} />
      </div>
    </div>
  )
}

function searchingInWords(within: string, replay: LiveState['replay']): string {
  if (!replay) return `Searching within ${within} …`
  return replay.isLoading ? 'Loading …' : 'Nothing was recorded at this moment.'
}

function Ranked({
  area,
  pickup,
  ranking,
}: {
  readonly area: LiveArea
  readonly pickup: Position
  readonly ranking: NonNullable<PickupRanking['ranking']>
}) {
  const { rows, suitable, terms, answerOf, reasonsAgainst } = ranking
  const formatDistance = useDistance()
  if (rows.length === 0) return null
  return (
    <VehicleList
      label={`Vehicles for the pick-up, ${ranking.timed > 0 ? 'shortest time by road' : 'nearest suitable'} first`}
      area={area}
      rows={rows}
      asked={askedFacts(terms.needs)}
      textsOf={(vehicle, row) => {
        const answer = answerOf(vehicle)
        return {
          place: isTime(answer) ? roadPlace(answer, formatDistance) : null,
          note: withoutRoadTime(answer, formatDistance),
          remark: row < suitable ? null : reasonsAgainst(rows[row] as number).join(' · '),
        }
      }}
      ranked={Math.min(FITS_WANTED, suitable)}
      divider={suitable}
      order={`${formatPosition(pickup)} ${JSON.stringify(terms.needs)}`}
    />
  )
}

function roadPlace(time: RoadTime, formatDistance: FormatDistance): RowPlace {
  return {
    text: formatMinutes(time.seconds),
    detail: formatDistance(time.metres),
    spoken: `${formatRoadTime(time, formatDistance)} by road`,
  }
}

export function orderInWords(
  reading: RoadReading | null,
  { timed, answered }: Pick<RoadRanking, 'timed' | 'answered'>,
  formatDistance: FormatDistance,
): string {
  if (reading === null) return UNTIL_THEN
  const { state, isOffRoad } = reading
  if (isOffRoad) return `By straight line: the pick-up is ${offRoad(formatDistance)}.`
  if (timed > 0)
    return state === 'ready'
      ? 'By road, without traffic.'
      : 'By road, without traffic. Travel times could not be refreshed.'
  // The vehicles were not suitable yet when the times were asked for.
  if (state === 'ready' && answered === 0) return UNTIL_THEN
  return withoutTimes[state]
}

const UNTIL_THEN = 'By straight line until travel times are loaded.'

const withoutTimes: Record<RoadReading['state'], string> = {
  ready: 'By straight line: no vehicle can get there by road within an hour.',
  none: 'By straight line: there is no road data for this area.',
  building: 'By straight line: the road data is still being prepared.',
  failed: 'By straight line: travel times could not be calculated.',
  unanswered: 'By straight line: travel times could not be loaded.',
}
