import { ArrowDownToLine, ArrowUpFromLine, Pencil } from 'lucide-react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useNow } from '@/components/layout/use-now'
import { StatusMark } from '@/components/map/status-mark'
import { useZonesSwitch } from '@/components/search/map-switches'
import { usePage } from '@/components/search/page'
import { useSelect } from '@/components/search/page-actions'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { WaitingVehicle, Zone, ZoneBoard, ZoneColour } from '@/lib/api/contract/zones'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatAge } from '@/lib/format/time/age'
import { laterInStatus, shortTimeInStatus, timeInStatus } from '@/lib/format/time/time-in-status'
import { beyondLimit } from '@/lib/format/zone-limits'
import { middleOf, reachOf } from '@/lib/zones/shapes/geometry'
import { useZoneBoard, useZones } from './use-zones'
import { useZoneDraftActions } from './zone-draft'
import { ZoneTools } from './zone-tools'
import {
  beyondInWords,
  emptyBoardInWords,
  onBoard,
  readingInWords,
  summaryOf,
  type ZoneOnBoard,
} from './zone-words'

/** The board of the zones: how many vehicles each has, and which free ones wait longest. */
export function ZonesPanel() {
  const { replay } = usePanelData().view.live
  const zones = useZones()
  const asked = useZoneBoard()
  const zonesSwitch = useZonesSwitch()
  const isViewer = useIsViewer()
  const { edit } = useZoneDraftActions(zones)
  const now = useNow() ?? asked.dataUpdatedAt
  if (!asked.data) {
    return (
      <div className="p-3">
        {asked.error ? (
          <ProblemNotice error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Skeleton label="Loading the zones" lines={6} />
        )}
      </div>
    )
  }
  const board = asked.data.data
  const rows = onBoard(zones, board.zones)
  const laterMs = Math.max(0, now - asked.dataUpdatedAt)
  return (
    <section aria-label="Zones" className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex flex-col gap-2 px-3 py-2">
        <ZoneTools zones={zones} />
        <Checkbox checked={zonesSwitch.isOn} onChange={zonesSwitch.setOn}>
          Keep zones on the map in other tabs
        </Checkbox>
        {replay ? (
          <Notice isQuiet title="Shows the present, not the replay">
            Zones are counted now, not at the moment of the replay.
          </Notice>
        ) : null}
        <BoardState board={board} zones={zones} rows={rows} laterMs={laterMs} />
        {asked.error ? <ProblemNotice error={asked.error} showing={formatAge(laterMs)} /> : null}
      </div>
      {rows.length > 0 ? (
        <ul aria-label="Zones" className="border-line border-t">
          {rows.map((row) => (
            <ZoneRow
              key={row.zone.id}
              row={row}
              nowMs={board.nowMs}
              laterMs={laterMs}
              onEdit={isViewer ? null : () => edit(row.zone)}
            />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function BoardState({
  board: { ageMs },
  zones,
  rows,
  laterMs,
}: {
  readonly board: ZoneBoard
  readonly zones: readonly Zone[]
  readonly rows: readonly ZoneOnBoard[]
  readonly laterMs: number
}) {
  const empty = emptyBoardInWords(zones, rows)
  if (empty !== null) return <p className="text-muted text-sm">{empty}</p>
  if (ageMs === null) {
    return (
      <Notice isQuiet title="Not read">
        No area is watched now. Open a live map, and the zones in it are counted.
      </Notice>
    )
  }
  const summary = summaryOf(rows)
  return (
    <p className="text-sm">
      {summary ? (
        <strong className="text-danger font-semibold">{safeText(summary, 400)} </strong>
      ) : null}
      <span className="text-muted">Counted {formatAge(ageMs + laterMs)} ago.</span>
    </p>
  )
}

const SWATCHES: Readonly<Record<ZoneColour, string>> = {
  blue: 'bg-zone-blue',
  orange: 'bg-zone-orange',
  green: 'bg-zone-green',
  purple: 'bg-zone-purple',
  red: 'bg-zone-red',
  brown: 'bg-zone-brown',
}

/** Of a zone that is not the shown one: one line, so that the counts of all zones are in view. */
const NEXT_WAITING = 2
const WAITING = 'border-line hover:bg-sunken min-h-11 rounded-md border px-2 text-xs md:min-h-7'

function ZoneRow({
  row,
  nowMs,
  laterMs,
  onEdit,
}: {
  readonly row: ZoneOnBoard
  /** Server time of the count. */
  readonly nowMs: number
  /** Since the count arrived. */
  readonly laterMs: number
  /** Null for a viewer. */
  readonly onEdit: (() => void) | null
}) {
  const { map } = usePage()
  const { shownZoneId } = useAddress()
  const { showZone } = useAddressActions()
  const { zone, counts } = row
  const isShown = zone.id === shownZoneId
  const name = safeText(zone.name, 60)
  const reading = readingInWords(counts)
  const waiting = isShown ? counts.waiting : counts.waiting.slice(0, NEXT_WAITING)
  const further = counts.waiting.length - waiting.length
  const show = () => {
    void showZone(zone.id)
    map.show({ position: middleOf(zone.shape), radius: reachOf(zone.shape) })
  }
  return (
    <li
      ref={isShown ? scrollIntoView : null}
      aria-current={isShown || undefined}
      className="border-line aria-[current]:bg-accent-soft flex flex-col gap-1 border-b px-3 py-2 text-sm"
      data-zone={name}
    >
      <div className="flex items-center gap-2">
        <span aria-hidden className={`size-3 shrink-0 rounded-full ${SWATCHES[zone.colour]}`} />
        <button
          type="button"
          title={`Show ${name} on the map`}
          onClick={show}
          className="hover:bg-sunken min-h-11 min-w-0 flex-1 truncate rounded-md text-left font-semibold md:min-h-7"
        >
          <bdi>{name}</bdi>
        </button>
        {onEdit ? (
          <IconButton icon={Pencil} label={`Change ${name}`} variant="ghost" onClick={onEdit} />
        ) : null}
      </div>
      {counts.reading === 'none' ? null : <Counts row={row} />}
      {reading ? <p className="text-muted text-xs">{reading}</p> : null}
      {counts.waiting.length > 0 ? (
        <ol aria-label={`Free in ${name}, longest waiting first`} className="flex flex-wrap gap-1">
          {waiting.map((vehicle) => (
            <Waiting key={vehicle.id} vehicle={vehicle} nowMs={nowMs} laterMs={laterMs} />
          ))}
          {further > 0 ? (
            <li>
              <button
                type="button"
                title={`Show ${name} with the next ${further}`}
                onClick={show}
                className={WAITING}
              >
                +{further}
              </button>
            </li>
          ) : null}
        </ol>
      ) : null}
    </li>
  )
}

function Counts({ row: { zone, counts } }: { readonly row: ZoneOnBoard }) {
  const beyond = beyondLimit(zone, counts)
  const Icon = beyond?.side === 'over' ? ArrowUpFromLine : ArrowDownToLine
  const tone = beyond?.side === 'over' ? 'text-warning' : 'text-danger'
  return (
    <>
      <p className="flex flex-wrap gap-x-3">
        <Count status="available" count={counts.free} word="free" />
        <Count status="busy" count={counts.busy} word="busy" />
        {counts.soonFree === null ? null : (
          <span className={counts.soonFree === 0 ? 'text-muted' : ''}>
            {formatCount(counts.soonFree)} soon free
          </span>
        )}
        <Count status="reserved" count={counts.reserved} word="reserved" />
        <Count status="off_duty" count={counts.off} word="off" />
        {counts.unknown > 0 ? (
          <Count status={null} count={counts.unknown} word="of unknown status" />
        ) : null}
      </p>
      {beyond ? (
        <p className={`flex items-center gap-1 font-semibold ${tone}`}>
          <Icon aria-hidden className="size-4 shrink-0" />
          {beyondInWords(beyond, zone)}
        </p>
      ) : null}
    </>
  )
}

function Count({
  status,
  count,
  word,
}: {
  readonly status: string | null
  readonly count: number
  readonly word: string
}) {
  return (
    <span className={`flex items-center gap-1 ${count === 0 ? 'text-muted' : ''}`}>
      <StatusMark status={status} className="size-3.5" />
      {formatCount(count)} {word}
    </span>
  )
}

function Waiting({
  vehicle,
  nowMs,
  laterMs,
}: {
  readonly vehicle: WaitingVehicle
  readonly nowMs: number
  readonly laterMs: number
}) {
  const data = usePanelData()
  const { goTo } = useAddressActions()
  const select = useSelect(data)
  const { id, position, freeSince } = vehicle
  const isHere = data.view.live.area?.table.has(id) ?? false
  const name = safeText(data.view.names.shown(vehicle) ?? id, 40)
  const waits = laterInStatus(timeInStatus(freeSince, nowMs), laterMs)
  const time = waits && shortTimeInStatus(waits)
  const show = () => {
    if (!isHere) void goTo({ position, type: null })
    select(id)
  }
  return (
    <li>
      <button type="button" onClick={show} className={WAITING}>
        <bdi className="font-semibold">{name}</bdi>
        {time ? <span className="text-muted"> {time}</span> : null}
      </button>
    </li>
  )
}

/** A ref: of another item when another zone is shown. */
function scrollIntoView(item: HTMLLIElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}
