import { Link } from '@/components/layout/link'
import { useDistance, useZoneTime } from '@/components/layout/preferences/preferences'
import { useNearName } from '@/components/record/facts/near-place'
import { Badge } from '@/components/ui/badge'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Panel } from '@/components/ui/panel'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { RecordedArea } from '@/lib/api/contract/recording'
import { keyPhrase } from '@/lib/format/key-words'
import { ABSENT, formatNumber } from '@/lib/format/number'
import type { FormatDistance } from '@/lib/format/position/distance'
import { areaKey, areaReplayHref } from '@/lib/format/replay-links'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'

const MEGABYTE = 1_000_000

const columns: readonly Column<RecordedArea>[] = [
  { label: 'Area', isRowHeader: true, cell: (area) => <Place area={area} /> },
  {
    label: 'Recorded',
    cell: ({ isAlways, isRecording }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <span>{isAlways ? 'Always' : 'While watched'}</span>
        {isRecording ? <Badge tone="accent">Now</Badge> : null}
      </span>
    ),
  },
  { label: 'From', cell: ({ fromMs }) => <Time ms={fromMs} /> },
  { label: 'To', cell: ({ toMs }) => <Time ms={toMs} /> },
  {
    label: 'Stored',
    isRight: true,
    cell: ({ bytes }) =>
      bytes === 0
        ? ABSENT
        : `${formatNumber(Math.max(0.1, Math.round(bytes / MEGABYTE / 0.1) / 10))} MB`,
  },
]

/** Areas with recordings, those that are recorded always first. */
export function AreaTable({ areas }: { readonly areas: readonly RecordedArea[] }) {
  if (areas.length === 0) return null
  return (
    <Panel title="Recorded areas">
      <DataTable
        columns={columns}
        rows={areas.toSorted((a, b) => Number(b.isAlways) - Number(a.isAlways))}
        keyOf={({ search }) => areaKey(search)}
      />
      <p className="text-muted mt-3 text-sm">
        Areas are recorded while they are open on a map. An administrator can have areas recorded
        around the clock.
      </p>
    </Panel>
  )
}

function Place({ area: { search, toMs } }: { readonly area: RecordedArea }) {
  const near = useNearName(search.position, areaKey(search))
  const place = placeWords(search, useDistance(), near)
  return (
    <span className="flex min-w-0 flex-col font-normal">
      <span>{place}</span>
      {toMs === null ? null : (
        <Link
          href={areaReplayHref(search, toMs)}
          aria-label={`Replay ${place}`}
          className="text-accent self-start underline underline-offset-2 max-md:min-h-11 max-md:content-center"
        >
          Replay
        </Link>
      )}
    </span>
  )
}

function Time({ ms }: { readonly ms: number | null }) {
  return useZoneTime()(ms === null ? null : new Date(ms).toISOString())
}

/**
 * "1 km around 51.5,-0.1, taxi only"; the address near the centre stands for its
 * position where it is known.
 */
export function placeWords(
  { position, radius, type }: AreaSearch,
  format: FormatDistance,
  near: string | null = null,
): string {
  const place = `${format(radius)} around ${near === null ? formatPosition(position) : safeText(near, 60)}`
  return type === null ? place : `${place}, ${keyPhrase(type, 40)} only`
}
