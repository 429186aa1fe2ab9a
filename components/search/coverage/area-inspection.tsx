'use client'

import { useEffect, useState } from 'react'
import { Link } from '@/components/layout/link'
import { SectionLink } from '@/components/layout/section-link'
import { vehicleHref } from '@/lib/format/links'
import { counted, formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { inspectArea, type Summary, type Tally } from '@/lib/inspect/area'
import type { FindingKind } from '@/lib/inspect/finding'
import type { LiveArea } from '@/lib/live/client/live-area'

const MOST_TALLIES = 20

/** Data issues of the area's records, counted while the page is idle. */
export function AreaInspection({ area: { records, meta } }: { readonly area: LiveArea }) {
  const [summary, setSummary] = useState<Summary | null>(null)
  useEffect(
    () => inIdleTime(inspectArea(records.filter((record) => record !== undefined)), setSummary),
    [records],
  )
  if (summary === null) return <p className="text-muted min-h-6 text-sm">Checking the data …</p>
  const { inspected, withFindings, tallies } = summary
  const { unreadable } = meta
  if (withFindings === 0 && unreadable === 0)
    return (
      <p className="text-muted min-h-6 text-sm">
        {inspected === 1 ? 'The record matches' : `All ${formatCount(inspected)} records match`} the
        specification.
      </p>
    )
  return (
    <details className="text-sm">
      <summary className="text-muted min-h-6 content-center max-md:min-h-11">
        {withFindings > 0 && unreadable > 0 ? 'At least ' : ''}
        {formatCount(Math.max(withFindings, unreadable))} of {formatCount(inspected)} records have data issues
      </summary>
      <ul aria-label="Data issues in the area" className="max-h-48 overflow-y-auto pb-1">
        {tallies.slice(0, MOST_TALLIES).map((tally) => (
          <li key={`${tally.finding.kind} ${tally.finding.path}`} className="py-1 [overflow-wrap:anywhere]">
            <TallyLine tally={tally} />
          </li>
        ))}
        {unreadable > 0 ? (
          <li className="py-1">Values not of the specified type, {counted(unreadable, 'record')}</li>
        ) : null}
      </ul>
    </details>
  )
}

/** Only the kinds that inspectListed reports. */
const words: Partial<Record<FindingKind, string>> = {
  'unreadable-time': 'a time in none of the three specified formats',
}

function TallyLine({ tally: { finding, records, examples } }: { readonly tally: Tally }) {
  return (
    <>
      <code className="font-semibold">
        <bdi>{safeText(finding.path, 60)}</bdi>
      </code>
      : {words[finding.kind] ?? finding.kind}, {formatCount(records)} {records === 1 ? 'record' : 'records'} (
      <SectionLink section={finding.section} />
      ):{' '}
      {examples.map((id, at) => (
        <span key={id}>
          {at === 0 ? '' : ', '}
          <Example id={id} />
        </span>
      ))}
      {records > examples.length ? ' …' : ''}
    </>
  )
}

function Example({ id }: { readonly id: string }) {
  const href = vehicleHref(id)
  const text = safeText(id, 40)
  if (!href) return <span>{text}</span>
  return (
    <Link
      href={href}
      className="text-accent inline-block underline underline-offset-2 max-md:min-h-11 max-md:content-center"
    >
      {text}
    </Link>
  )
}

// Leaves most of a frame to other work.
const SLICE_MS = 4

/**
 * Runs work in slices while the page is idle.
 * @returns cancels it
 */
export function inIdleTime<T>(work: Generator<void, T, undefined>, done: (result: T) => void): () => void {
  let isOff = false
  function slice(): void {
    if (isOff) return
    const untilMs = performance.now() + SLICE_MS
    do {
      const { done: isDone, value } = work.next()
      if (isDone) {
        done(value)
        return
      }
    } while (performance.now() < untilMs)
    whenIdle(slice)
  }
  whenIdle(slice)
  return () => {
    isOff = true
  }
}

/** Safari has no idle callback: pause between slices instead. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 50)
}
