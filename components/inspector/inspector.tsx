'use client'

import { type ReactNode, useMemo } from 'react'
import type { AnyRecord } from '@/components/record/facts/facts'
import { BesidePanel } from '@/components/record/json-panel'
import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { Panel } from '@/components/ui/panel'
import { countSeverities, type Finding } from '@/lib/inspect/finding'
import { type RecordKind, recordKinds } from '@/lib/inspect/records'
import { FieldStates } from './field-states'
import { Findings, severitiesInWords } from './findings'

const none: readonly never[] = []

/** A record compared with the specification: its findings, folded behind their count, and the state of every field. */
export function Inspector({
  kind,
  inspected: { raw, withheld = none, beside },
  more = none,
  children,
}: {
  readonly kind: RecordKind
  readonly inspected: Omit<AnyRecord, 'record'>
  /** Findings from sources other than the record. */
  readonly more?: readonly Finding[]
  /** Below the findings, such as further checks. */
  readonly children?: ReactNode
}) {
  const { table, inspect } = recordKinds[kind]
  const findings = useMemo(() => inspect(raw), [inspect, raw])
  const all = [...findings, ...more]
  return (
    <>
      <Panel title="Inspector">
        {all.length === 0 ? (
          <Findings findings={all} />
        ) : (
          <details className="text-sm">
            <summary className="min-h-11 content-center md:min-h-7">
              {severitiesInWords(countSeverities(all))}
            </summary>
            <div className="mt-2">
              <Findings findings={all} />
            </div>
          </details>
        )}
        {withheld.length > 0 ? (
          <p className="text-muted mt-2 text-xs">
            Personal and unspecified fields are hidden from viewers and not inspected.
          </p>
        ) : null}
        {children}
      </Panel>
      <DisclosurePanel title="Specified fields">
        {() => <FieldStates table={table} record={raw} withheld={withheld} />}
      </DisclosurePanel>
      <BesidePanel beside={beside} />
    </>
  )
}
