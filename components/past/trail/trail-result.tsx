import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import type { MapPoint } from '@/components/map/types'
import { RecordMap } from '@/components/record/record-map'
import { downloadText } from '@/components/ui/download'
import { SelectField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import type { ExportFormat, ListedArea, RecordedTrail } from '@/lib/api/contract/recording'
import { keepVehicleNames } from '@/lib/api/queries/names'
import type { RecordedSpan } from '@/lib/api/queries/recording'
import { counted } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { formatDuration } from '@/lib/format/time/time-in-status'
import { shownName } from '@/lib/interface/vehicle-name'
import {
  exportName,
  formatTracks,
  MEDIA_TYPES,
  type Track,
  trackName,
} from '@/lib/recording/trail/format-tracks'
import { joinParts, withinSpan } from '@/lib/recording/trail/join-parts'
import { readTrail, type Trail } from '@/lib/recording/trail/legs'
import {
  DEFAULT_STOP_MINUTES,
  EXCURSION_MS,
  STOP_METRES,
  STOP_MINUTES,
} from '@/lib/recording/trail/stops'
import { ExportButtons } from './export-buttons'
import { LegTable, PointTable, positionsOf, stopNumbers } from './leg-table'

const MINUTE_MS = 60_000

export function TrailResult({
  answers,
  id,
  span,
  areas,
}: {
  readonly answers: readonly RecordedTrail[]
  readonly id: string
  readonly span: RecordedSpan
  readonly areas: readonly ListedArea[]
}) {
  const [minutes, setMinutes] = useState(DEFAULT_STOP_MINUTES)
  const [chosen, setChosen] = useState<number | null>(null)
  const { name, units } = usePreferences()
  const directory = useMemo(
    () => answers.findLast((one) => one.directory)?.directory ?? null,
    [answers],
  )
  const client = useQueryClient()
  useEffect(() => {
    if (directory) keepVehicleNames(client, [{ ...directory, id }])
  }, [client, directory, id])
  const parts = useMemo(
    () =>
      withinSpan(
        answers.map((one) => one.parts).reduce((before, next) => joinParts(before, next), []),
        span,
      ),
    [answers, span],
  )
  const trail = useMemo(
    () => readTrail(parts, { metres: STOP_METRES, ms: minutes * MINUTE_MS }),
    [parts, minutes],
  )
  const called = safeText((directory && shownName(directory, name)) ?? id, 60)
  const format = distanceFormat(units)
  const leg = chosen === null ? undefined : trail.legs[chosen]
  const ways = useMemo(() => trail.pieces.map(({ points }) => points), [trail])
  const points = useMemo(() => marksOf(trail), [trail])
  const part = useMemo(() => leg && positionsOf(leg), [leg])

  if (trail.pieces.length === 0) return <NothingNotice parts={trail.legs} called={called} />
  const track: Track = {
    id,
    trail,
    ourRef: directory?.our_ref ?? null,
    licencePlate: directory?.licence_plate ?? null,
  }
  const save = (format: ExportFormat) =>
    downloadText(
      exportName(trackName(track), span, format),
      MEDIA_TYPES[format],
      formatTracks(format, [track]),
    )
  return (
    <>
      <Panel title={`Trail of ${called}`} actions={<ExportButtons onExport={save} />}>
        <p role="status" className="mb-3 text-sm">
          {summaryOf(trail, format)}
        </p>
        <div className="h-80 md:h-[28rem]">
          <RecordMap
            label={`Map of the trail of ${called}`}
            units={units}
            points={points}
            ways={ways}
            chosen={part}
          />
        </div>
      </Panel>
      <Panel
        title="Stops and drives"
        actions={
          <SelectField
            label="Stops of at least"
            className="w-32"
            value={minutes}
            options={STOP_MINUTES.map((one) => [one, `${one} min`])}
            onChange={(one) => {
              setMinutes(one)
              setChosen(null)
            }}
          />
        }
      >
        <LegTable trail={trail} vehicleId={id} areas={areas} chosen={chosen} onChoose={setChosen} />
        {leg?.kind === 'drive' && leg.points.length > 1 ? (
          <PointTable drive={leg} trail={trail} />
        ) : null}
        <p className="text-muted mt-3 text-sm">
          A stop: within {format(STOP_METRES)} of one place for at least {minutes} min. Positions of
          a standing vehicle vary that much; up to {EXCURSION_MS / 1000} s farther away is taken for
          an error of the position. Speeds are distance by time between two reports; the service
          reports none.
        </p>
      </Panel>
    </>
  )
}

/** The stops of a trail and its ends. */
function marksOf({ legs, pieces }: Trail): MapPoint[] {
  const numbers = stopNumbers(legs)
  const stops: MapPoint[] = []
  for (const [index, leg] of legs.entries()) {
    if (leg.kind !== 'stop') continue
    const number = numbers.get(index)
    stops.push({ position: leg.position, label: `Stop ${number}`, kind: 'stop', number })
  }
  const known = legs.filter(({ kind }) => kind !== 'break')
  const first = pieces[0]?.points[0]
  const last = pieces.at(-1)?.points.at(-1)
  const ends: MapPoint[] = []
  // A stop at an end has its own mark there.
  if (first && known[0]?.kind !== 'stop')
    ends.push({ position: first, label: 'Beginning', kind: 'from' })
  if (last && known.at(-1)?.kind !== 'stop')
    ends.push({ position: last, label: 'End', kind: 'end' })
  return [...ends, ...stops]
}

function summaryOf(trail: Trail, format: (metres: number) => string): string {
  const stops = trail.legs.filter(({ kind }) => kind === 'stop').length
  const unknownMs = trail.legs.reduce(
    (sum, leg) => sum + (leg.kind === 'break' ? leg.toMs - leg.fromMs : 0),
    0,
  )
  const words = [`${counted(stops, 'stop')}, ${format(trail.metres)} driven.`]
  if (unknownMs > 0) words.push(`Position unknown for ${formatDuration(unknownMs)}.`)
  return words.join(' ')
}

function NothingNotice({
  parts,
  called,
}: {
  readonly parts: Trail['legs']
  readonly called: string
}) {
  const isAbsent = parts.some((leg) => leg.kind === 'break' && leg.reason === 'absent')
  return (
    <Notice title={`No trail of ${called}`}>
      {isAbsent
        ? 'It was in none of the areas recorded at this time. Choose another time.'
        : 'There is no recording for this time: no area with this vehicle was open on a map, or the recording has been deleted. Choose another time.'}
    </Notice>
  )
}
