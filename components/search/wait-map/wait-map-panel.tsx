import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useDistance } from '@/components/layout/preferences/preferences'
import type { MapWaits } from '@/components/map/types'
import { NO_WAY, WAIT_STEPS, type WaitStep, waitStepOf } from '@/components/map/wait-steps'
import { useLiveData } from '@/components/search/page-data'
import { locatedVehicles, suitability } from '@/components/search/pickup/pickup-ranking'
import { useRefreshed } from '@/components/search/pickup/use-roads'
import { useAddress } from '@/components/search/view/address'
import { WAIT_RADIUS_MAXIMUM } from '@/lib/api/contract/roads'
import { askWaits, streetsQuery, vehiclesOfRequest } from '@/lib/api/queries/roads'
import { formatShare } from '@/lib/format/number'
import { yieldToEventLoop } from '@/lib/vehicles/time-slicing'
import {
  sharesOf,
  stepInWords,
  streetMetres,
  waitedVehicles,
  waitsInWords,
  withoutWaits,
} from './waits'

const steps = [...WAIT_STEPS, NO_WAY]

export function WaitMapPanel({ onWaits }: { readonly onWaits: (waits: MapWaits | null) => void }) {
  const { text, shares } = useWaits(onWaits)
  const [isOpen, setIsOpen] = useState(() => window.matchMedia('(min-width: 48rem)').matches)
  return (
    <section
      aria-label="Wait map"
      data-covers-map
      className="bg-surface border-line shadow-raised max-h-full w-60 overflow-y-auto rounded-lg border px-3 py-1 text-xs"
    >
      <p className="py-1">{text}</p>
      {shares === null ? null : (
        <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="min-h-11 content-center font-semibold md:min-h-7">
            Minutes by road
          </summary>
          <table className="mb-1 w-full">
            <caption className="text-muted pb-1 text-left">
              Until the nearest suitable vehicle is there, without traffic
            </caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Wait</th>
                <th scope="col">Share of the streets</th>
              </tr>
            </thead>
            <tbody>
              {steps.map((step, n) =>
                step === NO_WAY && shares[n] === 0 ? null : (
                  <tr key={step.colour}>
                    <th
                      scope="row"
                      className="flex items-center gap-2 py-0.5 text-left font-normal"
                    >
                      <Sample step={step} />
                      {stepInWords(n)}
                    </th>
                    <td className="text-muted text-right">{formatShare(shares[n] ?? 0)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </details>
      )}
    </section>
  )
}

/** Of a secondary road from near. */
const SAMPLE_WIDTH = 5

function Sample({ step }: { readonly step: WaitStep }) {
  const dash = step.dash.join(' ')
  return (
    <svg viewBox="0 0 32 12" aria-hidden="true" className="h-3 w-8 shrink-0">
      <path
        d="M0 6H32"
        strokeWidth={SAMPLE_WIDTH}
        style={{ stroke: step.colour, ['--dash' as string]: dash || 'none' }}
        className={
          step === NO_WAY
            ? '[stroke-dasharray:var(--dash)]'
            : 'forced-colors:[stroke-dasharray:var(--dash)]'
        }
      />
    </svg>
  )
}

/** With each refresh of the list. @returns text, and the share of the streets in each step */
function useWaits(onWaits: (waits: MapWaits | null) => void) {
  const { view, pickup } = useLiveData()
  const { position, radius } = useAddress().search
  const { rowsOfAnyStatus, live, pastMs } = view
  const { area } = live
  const isWhole = live.progress === null
  const { terms } = pickup
  const formatDistance = useDistance()
  const isTooLarge = radius > WAIT_RADIUS_MAXIMUM
  const { data, error, refetch } = useQuery({
    ...streetsQuery(position, radius),
    enabled: !isTooLarge,
  })
  const streets = data?.data.state === 'ready' ? data.data : null
  const metres = useMemo(() => streets && streetMetres(streets.streets), [streets])
  const jumps = live.replay?.jumps ?? null
  const size = streets?.streets.length
  const { data: waits, isError } = useRefreshed(
    // The whole list is asked for as soon as it is there.
    area && streets && ['wait', jumps, position, radius, terms, streets.version, isWhole],
    rowsOfAnyStatus,
    async (signal) => {
      if (!area || !streets) return null
      const { isSuitable } = suitability(area, pastMs ?? Date.now(), terms)
      const suitable = rowsOfAnyStatus.filter(isSuitable)
      const vehicles = waitedVehicles(locatedVehicles(suitable, area.table.records))
      // Writing and sending the positions of 20,000 vehicles is a task of its own.
      await yieldToEventLoop()
      if (vehicles.length === 0) return 'empty'
      const answer = await askWaits(
        { centre: position, radius, ...vehiclesOfRequest(vehicles) },
        signal,
      )
      if (answer.state !== 'ready') return 'failed'
      if (answer.version === streets.version && answer.seconds.length === size)
        return { longest: answer.longest, steps: Uint8Array.from(answer.seconds, waitStepOf) }
      void refetch()
      return null
    },
  )
  // In a gap of a recording there is no list.
  const waitsOrFailure = isError ? 'failed' : waits
  const answered = area === null ? null : waitsOrFailure

  const steps = answered !== null && typeof answered === 'object' ? answered.steps : null
  const isOfStreets = steps !== null && steps.length === size
  useEffect(() => {
    if (!streets || !steps || !isOfStreets) return
    onWaits({ streets: streets.streets, classes: streets.classes, steps })
    return () => onWaits(null)
  }, [onWaits, streets, steps, isOfStreets])

  const shares = useMemo(
    () => (steps && metres && isOfStreets ? sharesOf(steps, metres) : null),
    [steps, metres, isOfStreets],
  )
  return { shares, text: textOf() }

  function textOf(): string {
    if (isTooLarge)
      return `The wait map is for a radius of ${formatDistance(WAIT_RADIUS_MAXIMUM)} at most.`
    if (data && data.data.state !== 'ready') return withoutWaits[data.data.state]
    if (error || answered === 'failed') return withoutWaits.unanswered
    if (!area && live.replay?.isLoading === false) return 'Nothing was recorded at this moment.'
    if (answered === 'empty') return 'No suitable vehicle within this circle.'
    if (!answered || !shares) return 'Loading the waiting times …'
    const text = waitsInWords(answered, shares)
    return data?.meta.partial
      ? `${text} Streets far from the centre are left out: there are too many.`
      : text
  }
}
