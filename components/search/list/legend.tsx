import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { StatusReadings, useStatusWords } from '@/components/layout/status-readings'
import { StatusMark } from '@/components/map/status-mark'
import { type AreaCounts, byStatus } from '@/components/search/list/counts/status-groups'
import { useObservedWords } from '@/components/search/list/filters/use-observed-types'
import { useLabelsSwitch, useWaitMapSwitch, useZonesSwitch } from '@/components/search/map-switches'
import { useRevealAll } from '@/components/search/page-actions'
import { useLiveData } from '@/components/search/page-data'
import { useAddressActions } from '@/components/search/view/address'
import { Checkbox } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import { readingsInWords, statusTitle, statusWords } from '@/lib/format/status/status-words'
import { AGE_STEPS, formatAge } from '@/lib/format/time/age'
import { isSameStatus, mergeSpellings } from '@/lib/interface/statuses'
import { DEPARTED_MS } from '@/lib/live/client/live-area'

/** Layers of the map and the meaning of its marks, beside the toolbar, which opens it. */
export function LayersPanel({ id }: { readonly id: string }) {
  const data = useLiveData()
  const { view } = data
  const { setClustering } = useAddressActions()
  const labels = useLabelsSwitch()
  const waitMap = useWaitMapSwitch()
  const zones = useZonesSwitch()
  // Moves into view the vehicles that it covers.
  const reveal = useEffectEvent(useRevealAll(data))
  useEffect(() => reveal(), [])
  return (
    <section
      id={id}
      aria-label="Layers and legend"
      data-covers-map
      className="bg-surface border-line shadow-raised max-h-full min-h-0 w-60 overflow-y-auto rounded-lg border px-3 py-2 text-xs"
    >
      <Checkbox checked={view.isClustering} onChange={(isOn) => void setClustering(isOn)}>
        Group nearby vehicles <span className="text-muted">(more than 2,000 always)</span>
      </Checkbox>
      <Checkbox checked={labels.isOn} onChange={labels.setOn}>
        Show call signs
      </Checkbox>
      <Checkbox checked={waitMap.isOn} onChange={waitMap.setOn}>
        Show the wait map
      </Checkbox>
      <Checkbox checked={zones.isOn} onChange={zones.setOn}>
        Keep zones on the map
      </Checkbox>
      {view.counts ? <Legend counts={view.counts} /> : null}
    </section>
  )
}

function Legend({ counts }: { readonly counts: AreaCounts }) {
  useStatusWords()
  const { view } = useLiveData()
  // Where no report has an age, nothing fades.
  const hasFading = view.live.area?.mtimeServes ?? false
  const here = new Map(counts.status)
  // Statuses that the server observed elsewhere or earlier may appear at any time.
  const observed = useObservedWords('vehicle_status', true)
  const elsewhere = observed.filter(
    (status) => !counts.status.some(([one]) => isSameStatus(one, status)),
  )
  const others = [...mergeSpellings(elsewhere.map((status) => [status, 0])).keys()]
  const statuses = [...here.keys(), ...others].sort(byStatus)
  return (
    <>
      <h3 className="border-line text-muted mt-1.5 border-t pt-2 pb-1 font-semibold">Legend</h3>
      <ul className="flex flex-col gap-1 pb-1.5" aria-label="Statuses">
        {statuses.map((status) => {
          const count = here.get(status) ?? 0
          return (
            <Line
              key={status}
              sign={<StatusMark status={status || null} />}
              remark={count === 0 ? 'none here' : formatCount(count)}
            >
              <bdi title={statusTitle(status || null)} className="[overflow-wrap:anywhere]">
                {statusWords(status || null)}
              </bdi>
            </Line>
          )
        })}
      </ul>
      <p className="text-muted pb-1.5 empty:hidden">{readingsInWords(statuses).join(' ')}</p>
      <StatusReadings statuses={statuses} />
      {hasFading ? (
        <ul
          className="border-line flex flex-col gap-1 border-t py-1.5"
          aria-label="Age of the last report"
        >
          {AGE_STEPS.map(({ name, label, belowMs }) => (
            <Line
              key={name}
              sign={<StatusMark status="available" age={name} />}
              remark={Number.isFinite(belowMs) ? `< ${formatAge(belowMs)}` : 'older'}
            >
              {label}
            </Line>
          ))}
        </ul>
      ) : null}
      <ul className="border-line flex flex-col gap-1 border-t py-1.5" aria-label="Symbols">
        <Line sign={<Sign d="M8 1 12 7.6a4.6 4.6 0 1 1-8 0Z" fill="currentColor" />}>
          Direction of travel
        </Line>
        <Line
          sign={<Sign d="M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0" dashes="2.5 1.8" />}
          remark={formatAge(DEPARTED_MS)}
        >
          No longer here
        </Line>
        <Line sign={<StatusMark status="available" isUnconfirmed />}>
          <span title="Missing from the service’s latest lists, but possibly by mistake.">
            Not confirmed
          </span>
        </Line>
        <Line sign={<Sign d="M1.5 13C5 12 5 6 8.5 6.5S12 4 14.5 3" />}>
          Trail of the selected vehicle
        </Line>
        <Line
          sign={
            <Sign
              d="M8 1.5 9.9 6 14.7 6.3 11 9.4 12.2 14.1 8 11.5 3.8 14.1 5 9.4 1.3 6.3 6.1 6Z"
              fill="currentColor"
            />
          }
        >
          Watched: shown whatever the filters
        </Line>
        <Line sign={<ClusterSign />}>Group: how many are available</Line>
      </ul>
    </>
  )
}

function Line({
  sign,
  remark,
  children,
}: {
  sign: ReactNode
  remark?: string
  children: ReactNode
}) {
  return (
    <li className="flex items-center gap-2">
      {sign}
      <span className="min-w-0 flex-1">{children}</span>
      {remark ? <span className="text-muted">{remark}</span> : null}
    </li>
  )
}

function Sign({ d, fill = 'none', dashes }: { d: string; fill?: string; dashes?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0">
      <path d={d} fill={fill} stroke="currentColor" strokeWidth="1.6" strokeDasharray={dashes} />
    </svg>
  )
}

function ClusterSign() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0">
      <circle cx="8" cy="8" r="6" className="stroke-line-strong fill-none" strokeWidth="3" />
      <path d="M8 2a6 6 0 0 1 0 12" className="stroke-good fill-none" strokeWidth="3" />
    </svg>
  )
}
