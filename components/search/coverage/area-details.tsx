'use client'

import dynamic from 'next/dynamic'
import { useSearchPage } from '@/components/search/search-context'
import { Field, inputClass } from '@/components/ui/field'
import { INTERVALS_SECONDS } from '@/lib/api/contract/live'
import { PauseButton, RefreshButton } from './area-line'
import { coverageInWords, remarksOn } from './coverage-words'

type Seconds = (typeof INTERVALS_SECONDS)[number]

/** Behind the line of the area: the refresh interval, and how far the data can be trusted. */
export function AreaDetails() {
  const { state, view } = useSearchPage()
  const { area } = view.live
  return (
    <div className="flex flex-col gap-1.5 pb-1">
      <div className="flex items-end gap-1.5">
        <Field label="Refresh every" className="min-w-0 flex-1">
          {(control) => (
            <select
              {...control}
              value={state.everySeconds}
              onChange={(event) => void state.setEvery(Number(event.target.value) as Seconds)}
              className={inputClass}
            >
              {INTERVALS_SECONDS.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds} s
                </option>
              ))}
            </select>
          )}
        </Field>
        {view.live.replay ? null : (
          <span className="flex md:hidden">
            <RefreshButton />
            <PauseButton />
          </span>
        )}
      </div>
      {area ? <Notes /> : null}
      {area && area.slotById.size > 0 ? <AreaInspection area={area} /> : null}
    </div>
  )
}

function Notes() {
  const { state, view } = useSearchPage()
  const { area } = view.live
  if (!area) return null
  const { meta } = area
  const { count, of } = coverageInWords(meta)
  return (
    <div className="text-muted flex flex-col gap-0.5 text-sm [overflow-wrap:anywhere]">
      <p>{`${count}${of}.`}</p>
      {remarksOn(meta, state.everySeconds).map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  )
}

const AreaInspection = dynamic(() => import('./area-inspection').then((module) => module.AreaInspection), {
  ssr: false,
  loading: () => <p className="text-muted min-h-6 text-sm">Checking the data …</p>,
})
