import { ScanSearch } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { StatusMark } from '@/components/map/status-mark'
import { RowStar } from '@/components/watch-list/row-star'
import { keyWords } from '@/lib/format/key-words'
import { ABSENT } from '@/lib/format/number'
import { statusTitle } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { ageStep, shortAge } from '@/lib/format/time/age'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { ShownVehicle } from './shown-vehicles'

// Two lines of text in 40 px, 44 px for a finger; larger text makes the row higher.
const ROW =
  'grid min-h-11 grid-cols-[auto_1fr_auto] items-center gap-x-2.5 px-3 py-0.5 md:pointer-fine:min-h-10'
const FIRST_LINE = 'truncate text-base leading-tight'
const SECOND_LINE = 'truncate text-sm leading-tight'

/** A row: names and place, then the chosen columns and the age of the report. */
export function VehicleRow({
  shown,
  name,
  summary,
  remark = null,
  rank = null,
  isWatched = false,
  canWatch = true,
}: {
  readonly shown: ShownVehicle
  readonly name: string | null
  /** The second line. */
  readonly summary: ReactNode
  /** Shown instead of it. */
  readonly remark?: string | null
  /** Its number on the map. */
  readonly rank?: number | null
  readonly isWatched?: boolean
  /** Whether its star can be changed. */
  readonly canWatch?: boolean
}) {
  const { vehicle, age, place } = shown
  const step = ageStep(age)
  return (
    <div className={`${ROW} h-full`}>
      <span className="relative" title={statusTitle(vehicle.status)}>
        <StatusMark status={vehicle.status} age={step} className="size-5" />
        <RowStar isWatched={isWatched} canToggle={canWatch} />
        {rank === null ? null : (
          <span className="absolute -top-2.5 -right-2 grid size-4 place-items-center rounded-full bg-[#7a1fa2] text-[10px] font-bold text-white">
            {rank}
          </span>
        )}
      </span>
      <div className="min-w-0">
        <p className={`${FIRST_LINE} ${remark === null ? '' : 'text-muted'}`}>
          <VehicleTitle vehicle={vehicle} name={name} />
        </p>
        <p className={`${SECOND_LINE} text-muted`}>{remark ?? summary}</p>
      </div>
      <div className="text-right tabular-nums">
        <p className={FIRST_LINE}>
          <InspectMark />
          {place ?? ABSENT}
        </p>
        <p
          className={`${SECOND_LINE} ${step === 'stale' || age.isClockAhead ? 'text-warning font-medium' : ''}`}
        >
          {shortAge(age)}
        </p>
      </div>
    </div>
  )
}

/** For pointers only, as the star is: the card does the same. */
function InspectMark() {
  return (
    <span
      aria-hidden
      data-row-inspect
      title="Inspect its data as received"
      className="text-muted hover:text-ink mr-1.5 hidden align-text-bottom group-hover:inline-block"
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

/** The fleet's own name first, as far as it is known, then make and type, or else the id. */
export function VehicleTitle({
  vehicle: { id, make, type },
  name,
}: {
  readonly vehicle: VehicleSearchObject
  readonly name: string | null
}) {
  const parts = [
    make ? <bdi key="make">{safeText(make, 40)}</bdi> : null,
    type ? (
      <bdi key="type" title={safeText(type, 128)}>
        {keyWords(type, 40)}
      </bdi>
    ) : null,
  ].filter((part) => part !== null)
  if (name === null && parts.length === 0) return <bdi className="font-medium">{safeText(id, 60)}</bdi>
  return (
    <>
      {name === null ? null : (
        <>
          <bdi className="font-semibold">{safeText(name, 40)}</bdi>{' '}
        </>
      )}
      <span className={name === null ? 'font-medium' : ''}>{dotted(parts)}</span>
    </>
  )
}

function dotted(parts: readonly ReactNode[]): ReactNode {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no state
    <Fragment key={at}>
      {at === 0 ? '' : ' · '}
      {part}
    </Fragment>
  ))
}
