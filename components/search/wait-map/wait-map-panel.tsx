'use client'

import { useState } from 'react'
import type { MapWaits } from '@/components/map/types'
import { NO_WAY, WAIT_STEPS, type WaitStep } from '@/components/map/wait-steps'
import { formatShare } from '@/lib/format/number'
import { useWaits } from './use-waits'
import { stepInWords } from './waits'

const steps = [...WAIT_STEPS, NO_WAY]

/** The wait map in words, with its legend. */
export function WaitMapPanel({ onWaits }: { readonly onWaits: (waits: MapWaits | null) => void }) {
  const { text, shares } = useWaits(onWaits)
  const [isOpen, setIsOpen] = useState(() => window.matchMedia('(min-width: 48rem)').matches)
  return (
    <section
      aria-label="Wait map"
      data-covers-map
      className="bg-surface border-line shadow-raised max-h-full max-w-64 flex-1 basis-40 overflow-y-auto rounded-md border px-3 py-1 text-xs max-md:mr-12"
    >
      <p className="py-1">{text}</p>
      {shares === null ? null : (
        <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="min-h-11 content-center font-medium md:min-h-7">Minutes by road</summary>
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
                    <th scope="row" className="flex items-center gap-2 py-0.5 text-left font-normal">
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

function Sample({ step }: { readonly step: WaitStep }) {
  const dash = step.dash.join(' ')
  return (
    <svg viewBox="0 0 32 12" aria-hidden="true" className="h-3 w-8 shrink-0">
      <path
        d="M0 6H32"
        strokeWidth={step.width}
        style={{ stroke: step.colour, ['--dash' as string]: dash || 'none' }}
        className={
          step === NO_WAY ? '[stroke-dasharray:var(--dash)]' : 'forced-colors:[stroke-dasharray:var(--dash)]'
        }
      />
    </svg>
  )
}
