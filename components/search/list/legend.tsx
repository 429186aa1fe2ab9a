import { type ReactNode, useState } from 'react'
import { StatusReadings, useStatusWords } from '@/components/layout/status-readings'
import { readStored, storageKeys, writeStored } from '@/components/layout/storage'
import { StatusMark } from '@/components/map/status-mark'
import { type AreaCounts, byStatus } from '@/components/search/list/counts/status-groups'
import { useObservedWords } from '@/components/search/list/filters/use-observed-types'
import { useLabelsSwitch, useWaitMapSwitch } from '@/components/search/map-switches'
import { useRevealAll } from '@/components/search/page-actions'
import { useLiveData } from '@/components/search/page-data'
import { useAddressActions } from '@/components/search/view/address'
import { Checkbox } from '@/components/ui/field'
import { formatCount } from '@/lib/format/number'
import { readingsInWords, statusTitle, statusWords } from '@/lib/format/status/status-words'
import { AGE_STEPS, formatAge } from '@/lib/format/time/age'
import { isSameStatus, mergeSpellings } from '@/lib/interface/statuses'
import { DEPARTED_MS } from '@/lib/live/client/live-area'

export function Legend({ counts }: { readonly counts: AreaCounts }) {
  useStatusWords()
  const data = useLiveData()
  const { view } = data
  const revealAll = useRevealAll(data)
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  // Where no report has an age, nothing fades.
  const hasFading = view.live.area?.mtimeServes ?? false
  const here = new Map(counts.status)
  // Statuses that the server observed elsewhere or earlier may appear at any time.
  const observed = useObservedWords('vehicle_status', isOpen)
  const elsewhere = observed.filter(
    (status) => !counts.status.some(([one]) => isSameStatus(one, status)),
  )
  const others = [...mergeSpellings(elsewhere.map((status) => [status, 0])).keys()]
  const statuses = [...here.keys(), ...others].sort(byStatus)
  return (
    <details
      open={isOpen}
      data-covers-map
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === isOpen) {
          // It was rendered open, which it is at the first visit only.
          if (readStored(storageKeys.legend) === null) writeStored(storageKeys.legend, 'closed')
          return
        }
        setIsOpen(currentTarget.open)
        writeStored(storageKeys.legend, currentTarget.open ? 'open' : 'closed')
        if (currentTarget.open) revealAll()
      }}
      className={BOX}
    >
      <summary className="min-h-11 content-center font-semibold md:min-h-7">Legend</summary>
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
        <Line sign={<Sign d="M8 1.5 11 7H5Z" fill="currentColor" />}>Direction of travel</Line>
        <Line
          sign={<Sign d="M2.5 8a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0" dashes="2.5 1.8" />}
          remark={formatAge(DEPARTED_MS)}
        >
          No longer here
        </Line>
        <Line sign={<StatusMark status="available" isUnconfirmed />}>
          <span title="The service’s newest lists lack it, but they may have missed it.">
            Not confirmed
          </span>
        </Line>
        <Line sign={<Sign d="M1.5 13C5 12 5 6 8.5 6.5S12 4 14.5 3" />}>
          Trail of the selected vehicle
        </Line>
        <Line sign={<ClusterSign />}>Group, by status</Line>
      </ul>
    </details>
  )
}

export function Layers() {
  const { view } = useLiveData()
  const { setClustering } = useAddressActions()
  const labels = useLabelsSwitch()
  const waitMap = useWaitMapSwitch()
  return (
    <details data-covers-map className={BOX}>
      <summary className="min-h-11 content-center font-semibold md:min-h-7">Layers</summary>
      <Checkbox checked={view.isClustering} onChange={(isOn) => void setClustering(isOn)}>
        Group nearby vehicles <span className="text-muted">(more than 2,000 always)</span>
      </Checkbox>
      <Checkbox checked={labels.isOn} onChange={labels.setOn}>
        Show call signs
      </Checkbox>
      <Checkbox checked={waitMap.isOn} onChange={waitMap.setOn}>
        Show the wait map
      </Checkbox>
    </details>
  )
}

const BOX =
  'bg-surface border-line shadow-raised max-h-full max-w-56 overflow-y-auto rounded-md border px-3 text-xs md:py-1'

/** At the first visit, where the window has room for it; afterwards as it was left. */
function isOpenAtFirst(): boolean {
  const stored = readStored(storageKeys.legend)
  if (stored !== null) return stored === 'open'
  return window.matchMedia('(min-width: 80rem)').matches
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
      <circle cx="8" cy="8" r="6" fill="none" stroke="#0b8457" strokeWidth="3" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="#c2500a" strokeWidth="3" />
    </svg>
  )
}
