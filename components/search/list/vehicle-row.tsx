import { ScanSearch } from 'lucide-react'
import { Fragment } from 'react'
import { type MinuteFormat, useMinuteFormat } from '@/components/layout/preferences/preferences'
import { StatusMark } from '@/components/map/status-mark'
import { Marked } from '@/components/record/facts/marks'
import type { AskedFacts } from '@/components/search/attribute-filters'
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

// Two lines of text in 40 px, 44 px for a finger; larger text makes the row higher.
const ROW =
  'grid min-h-11 grid-cols-[auto_1fr] items-center gap-x-2.5 px-3 py-0.5 md:pointer-fine:min-h-10'
const LINE = 'flex items-baseline gap-2'
const FIRST_LINE = 'truncate text-base leading-tight'
const SECOND_LINE = 'truncate text-sm leading-tight'

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
          <span className="absolute -top-2.5 -right-2 grid size-4 place-items-center rounded-full bg-pickup text-xs font-semibold text-white [print-color-adjust:exact]">
            {rank}
          </span>
        )}
      </span>
      <div className="min-w-0">
        <div className={LINE}>
          <p className={`${FIRST_LINE} min-w-0 flex-1 ${remark === null ? '' : 'text-muted'}`}>
            <VehicleTitle vehicle={vehicle} name={title} />
          </p>
          <p className={`${FIRST_LINE} shrink-0 tabular-nums`}>
            <InspectMark />
            <Marked form={formOf('position', vehicle)}>{placeText(facts) ?? ABSENT}</Marked>
          </p>
        </div>
        <div className={LINE}>
          {unconfirmedMs === null ? null : <UnconfirmedMark ms={unconfirmedMs} />}
          {remark === null ? (
            <RowFacts {...{ facts, chosen, asked, note }} />
          ) : (
            <p className={`${SECOND_LINE} text-muted min-w-0 flex-1`}>{remark}</p>
          )}
          <p
            className={`${SECOND_LINE} shrink-0 tabular-nums ${step === 'stale' || age.isClockAhead ? 'text-warning font-semibold' : ''}`}
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
  return `Not confirmed for ${formatAge(ms)}: the service’s newest lists lack it, but they may have missed it.`
}

const SEATS: AskedFacts = new Map([['seats', null]])
const NOTHING: AskedFacts = new Map()

/**
 * The second line: what is asked for is whole; the address and other facts give
 * way first, then the status.
 */
function RowFacts({ facts, chosen, asked, note = null }: Parameters<typeof VehicleRow>[0]) {
  const { vehicle, inStatus } = facts
  const formatMinute = useMinuteFormat()
  const shownWhole = chosen.includes('seats') ? SEATS : NOTHING
  const whole = asked.size > 0 ? asked : shownWhole
  const known = (names: readonly ColumnName[]) =>
    names.flatMap((name) => {
      const text = factText(name, facts, whole.get(name))
      return text === null ? [] : { name, text, form: formOf(name, vehicle) }
    })
  const isFirst = (name: ColumnName) => attributes[name].column === 'first'
  const status = known(chosen.filter(isFirst))
  const asks = known([...whole.keys()])
  const rest = known(chosen.filter((name) => !isFirst(name) && !whole.has(name)))
  const others = [
    ...(note === null ? [] : [{ name: 'note', text: note, form: undefined }]),
    ...rest,
  ]
  const begins = status.length + asks.length === 0
  return (
    <p className={`${SECOND_LINE} text-muted flex min-w-0 flex-1 whitespace-pre`}>
      {status.length === 0 ? null : (
        <span className="min-w-0 overflow-hidden text-ellipsis">
          {status.map(({ name, text }, at) => (
            <Fragment key={name}>
              {at === 0 ? '' : ' '}
              {name === 'status' ? (
                <bdi
                  className="text-text"
                  title={vehicle.status ? safeText(vehicle.status, 128) : undefined}
                >
                  {text}
                </bdi>
              ) : (
                <span title={inStatus ? sinceWords(inStatus, formatMinute) : undefined}>
                  {text}
                </span>
              )}
            </Fragment>
          ))}
        </span>
      )}
      {asks.map(({ name, text, form }, at) => (
        <span key={name} data-asked={name} className="shrink-0">
          {at === 0 && status.length === 0 ? '' : ' · '}
          <bdi className="text-text">
            <Marked form={form}>{text}</Marked>
          </bdi>
        </span>
      ))}
      {others.length === 0 ? null : (
        <span className="min-w-0 shrink-[9999] overflow-hidden text-ellipsis">
          {others.map(({ name, text, form }, at) => (
            <Fragment key={name}>
              {at === 0 && begins ? '' : ' · '}
              <bdi>
                <Marked form={form}>{text}</Marked>
              </bdi>
            </Fragment>
          ))}
        </span>
      )}
    </p>
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
      title="Inspect its data as received"
      className="text-muted hover:text-text mr-1.5 hidden align-text-bottom group-hover:inline-block"
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
        <p className={FIRST_LINE}>X</p>
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
