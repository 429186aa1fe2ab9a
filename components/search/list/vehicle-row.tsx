import { ScanSearch } from 'lucide-react'
import { Fragment } from 'react'
import { type MinuteFormat, useMinuteFormat } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { Marked } from '@/components/record/facts/marks'
import type { AskedFacts, Wanted } from '@/components/search/attribute-filters'
import { factText, formOf, placeText } from '@/components/search/attribute-words'
import { attributes, type ColumnName } from '@/components/search/attributes'
import type { Facts } from '@/components/search/list/shown-vehicles'
import { RowStar } from '@/components/search/watch-list/star-button'
import { ABSENT } from '@/lib/format/number'
import { statusTitle } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { ageStep, formatAge, shortAge } from '@/lib/format/time/age'
import { formatDuration, type TimeInStatus } from '@/lib/format/time/time-in-status'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { SentForm } from '@/lib/interface/sent-forms'

// Two lines of text in 44 px; larger text makes the row higher.
const ROW = 'grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 px-3 py-0.5'
/**
 * Call sign, uncut up to 7rem, status with its time, seats or what is asked for, distance or
 * minutes.
 */
const CELLS =
  'grid grid-cols-[fit-content(7rem)_minmax(0,1fr)_minmax(3.6rem,auto)_minmax(4.6rem,auto)] items-baseline gap-x-1 md:gap-x-2 md:grid-cols-[fit-content(7rem)_minmax(0,1fr)_minmax(3.6rem,auto)_minmax(5rem,auto)]'
/** Without a call sign the make has the room that the other cells leave. */
const UNNAMED_CELLS =
  'grid grid-cols-[minmax(0,1fr)_auto_minmax(3.6rem,auto)_minmax(4.6rem,auto)] items-baseline gap-x-1 md:gap-x-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(3.6rem,auto)_minmax(5rem,auto)]'
const SECOND_LINE = 'text-sm leading-snug'

export function VehicleRow({
  facts,
  chosen,
  asked,
  remark = null,
  note,
  rank = null,
  isWatched = false,
  canWatch = true,
}: {
  readonly facts: Facts
  readonly chosen: readonly ColumnName[]
  readonly asked: AskedFacts
  /** Shown instead of the facts. */
  readonly remark?: string | null
  /** Shown before the address. */
  readonly note?: string | null
  /** Its number on the map. */
  readonly rank?: number | null
  readonly isWatched?: boolean
  readonly canWatch?: boolean
}) {
  const { vehicle, age, title, unconfirmedMs } = facts
  const step = ageStep(age)
  return (
    <div className={`${ROW} h-full`}>
      <span className="relative" title={statusTitle(vehicle.status)}>
        <StatusMark
          status={vehicle.status}
          age={step}
          isUnconfirmed={unconfirmedMs !== null}
          className="size-5"
        />
        <RowStar isWatched={isWatched} canToggle={canWatch} />
        {rank === null ? null : (
          <span className="absolute -top-2.5 -right-2 grid size-4 place-items-center rounded-full bg-pickup text-on-pickup text-xs leading-none font-semibold [print-color-adjust:exact]">
            {rank}
          </span>
        )}
      </span>
      <div className="min-w-0">
        {remark === null ? (
          <FirstLine facts={facts} chosen={chosen} asked={asked} />
        ) : (
          <div className="flex items-baseline gap-2 leading-tight">
            <p className="text-muted min-w-0 flex-1 truncate">
              <VehicleTitle vehicle={vehicle} name={title} />
            </p>
            <Place facts={facts} />
          </div>
        )}
        <div className="flex items-baseline gap-2">
          {unconfirmedMs === null ? null : <UnconfirmedMark ms={unconfirmedMs} />}
          <p className={`${SECOND_LINE} text-muted line-clamp-1 min-w-0 flex-1 wrap-break-word`}>
            {remark === null ? (
              <SecondFacts facts={facts} chosen={chosen} asked={asked} note={note} />
            ) : (
              remark
            )}
          </p>
          <InspectMark />
          <p
            className={`${SECOND_LINE} shrink-0 tabular-nums ${step === 'stale' || age.isClockAhead ? 'text-warning font-semibold' : 'text-muted'}`}
          >
            {shortAge(age)}
          </p>
        </div>
      </div>
    </div>
  )
}

/**
 * Begins the line, since beside the age of the report it would read as if that
 * were the age of the doubt.
 */
function UnconfirmedMark({ ms }: { readonly ms: number }) {
  return (
    <span
      className={`${SECOND_LINE} text-warning shrink-0 rounded-sm border border-dashed border-current px-1 font-semibold`}
      title={unconfirmedInWords(ms)}
    >
      not confirmed
    </span>
  )
}

export function unconfirmedInWords(ms: number): string {
  return `Not confirmed for ${formatAge(ms)}: missing from the service’s latest lists, but possibly by mistake.`
}

function Place({ facts }: { readonly facts: Facts }) {
  return (
    <p className="shrink-0 text-right text-sm tabular-nums">
      <Marked form={formOf('position', facts.vehicle)}>{placeText(facts) ?? ABSENT}</Marked>
    </p>
  )
}

interface ShownFacts {
  readonly facts: Facts
  readonly chosen: readonly ColumnName[]
  readonly asked: AskedFacts
  readonly note?: string | null
}

const SEATS: AskedFacts = new Map([['seats', null]])

/**
 * The fact of the third cell: the first that is asked for, else the seats. A standstill begins the
 * second line, since here it would leave the time in status no room.
 */
function cellOf({ chosen, asked }: ShownFacts): AskedFacts {
  const [first] = [...asked].filter(([name]) => name !== 'standstill')
  if (first) return new Map([first])
  return chosen.includes('seats') ? SEATS : new Map()
}

function FirstLine({ facts, chosen, asked }: ShownFacts) {
  const { vehicle, inStatus, title } = facts
  const formatMinute = useMinuteFormat()
  const statusTime = chosen.includes('status_time') ? factText('status_time', facts) : null
  return (
    <div className={`leading-tight ${title === null ? UNNAMED_CELLS : CELLS}`}>
      <p className={`truncate ${title === null ? '' : 'min-w-[4.8rem]'}`}>
        {title === null ? (
          <VehicleTitle vehicle={vehicle} name={null} />
        ) : (
          <bdi className="font-semibold">{safeText(title, 40)}</bdi>
        )}{' '}
      </p>
      {/* Without room the time is left out whole: it wraps into a line that is not shown. */}
      <p className="flex h-[1lh] flex-wrap gap-x-1 overflow-hidden text-sm">
        {chosen.includes('status') ? (
          <bdi
            className="max-w-full truncate"
            title={vehicle.status ? safeText(vehicle.status, 128) : undefined}
          >
            {factText('status', facts)}
          </bdi>
        ) : null}
        {statusTime === null ? null : (
          <span
            className="text-muted tabular-nums"
            title={inStatus ? sinceWords(inStatus, formatMinute) : undefined}
          >
            {' '}
            {statusTime}
          </span>
        )}{' '}
      </p>
      <p className="text-right text-sm whitespace-nowrap tabular-nums">
        {[...cellOf({ facts, chosen, asked })].map(([name, wanted]) => (
          <AskedFact key={name} facts={facts} name={name} wanted={wanted} />
        ))}{' '}
      </p>
      <Place facts={facts} />
    </div>
  )
}

function AskedFact({
  facts,
  name,
  wanted,
}: {
  readonly facts: Facts
  readonly name: ColumnName
  readonly wanted: Wanted
}) {
  const text = factText(name, facts, wanted)
  if (text === null) return null
  return (
    <bdi data-asked={name} className="text-text">
      <Marked form={formOf(name, facts.vehicle)}>{text}</Marked>
    </bdi>
  )
}

/**
 * Further facts that are asked for, then the make and the chosen facts, the address last. An
 * ellipsis follows the last word that fits.
 */
function SecondFacts({ facts, chosen, asked, note = null }: ShownFacts) {
  const { vehicle, title } = facts
  const inCell = cellOf({ facts, chosen, asked })
  const asks = [...asked].filter(
    ([name, wanted]) => !inCell.has(name) && factText(name, facts, wanted) !== null,
  )
  const rest = chosen.flatMap((name) => {
    if (attributes[name].column === 'first' || asked.has(name) || inCell.has(name)) return []
    const text = factText(name, facts)
    if (text === null || text === title) return []
    // “near” never ends the line.
    const whole = name === 'near' ? text.replace(' ', '\u00a0') : text
    return { name, text: whole, form: formOf(name, vehicle) }
  })
  const make = title !== null && vehicle.make ? safeText(vehicle.make, 40) : null
  const others: readonly { readonly name: string; text: string; form?: SentForm | undefined }[] = [
    ...(make === null ? [] : [{ name: 'make', text: make }]),
    ...(note === null ? [] : [{ name: 'note', text: note }]),
    ...rest,
  ]
  return (
    <>
      {asks.map(([name, wanted], at) => (
        <span key={name} className="whitespace-nowrap">
          {at === 0 ? '' : ' · '}
          <AskedFact facts={facts} name={name} wanted={wanted} />
        </span>
      ))}
      {others.map(({ name, text, form }, at) => (
        <Fragment key={name}>
          {/* A line never ends with the dot between two facts. */}
          {at === 0 && asks.length === 0 ? '' : ' ·\u00a0'}
          <bdi>
            <Marked form={form}>{text}</Marked>
          </bdi>
        </Fragment>
      ))}
    </>
  )
}

/** "14 min: since 09:12", "at least 14 min: seen since 09:12". */
function sinceWords({ ms, isAtLeast, sinceMs }: TimeInStatus, format: MinuteFormat): string {
  const since = format(sinceMs, sinceMs + ms)
  return isAtLeast
    ? `at least ${formatDuration(ms)}: seen since ${since}`
    : `${formatDuration(ms)}: since ${since}`
}

/** For pointers only, as the star is: the card does the same. */
function InspectMark() {
  return (
    <span
      aria-hidden
      data-row-inspect
      title="Show the data as received"
      className="text-muted hover:text-text hidden self-center group-hover:block"
    >
      <ScanSearch className="size-4" />
    </span>
  )
}

export function isInspectMark(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-row-inspect]') !== null
}

/** A row of the same height, to be measured. */
export function SampleRow() {
  return (
    <div className={ROW}>
      <span className="size-5" />
      <div>
        <p className="leading-tight">X</p>
        <p className={SECOND_LINE}>X</p>
      </div>
    </div>
  )
}

/** The fleet's own name, as far as it is known, and the make; without both the id. */
export function VehicleTitle({
  vehicle,
  name,
}: {
  vehicle: VehicleSearchObject
  name: string | null
}) {
  const { id, make } = vehicle
  if (name === null) return <bdi className="font-semibold">{safeText(make || id, 60)}</bdi>
  return (
    <>
      <bdi className="font-semibold">{safeText(name, 40)}</bdi>
      {make ? (
        <>
          {' '}
          <bdi>{safeText(make, 40)}</bdi>
        </>
      ) : null}
    </>
  )
}
