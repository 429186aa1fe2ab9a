'use client'

import { type ReactNode, useMemo } from 'react'
import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { Panel } from '@/components/ui/panel'
import { countSeverities, type Finding, withoutWithheld } from '@/lib/inspect/finding'
import { type RecordKind, recordKinds } from '@/lib/inspect/records'
import { FieldStates } from './field-states'
import { Findings, severitiesInWords } from './findings'

const none: readonly never[] = []

/**
 * A record compared with the specification: its findings, folded behind their count, and the state of every field.
 * @param record as received, without its wrapper
 */
export function Inspector({
  kind,
  record,
  withheld = none,
  more = none,
  children,
}: {
  readonly kind: RecordKind
  readonly record: unknown
  /** Fields withheld from the operator's role, which cannot be inspected. */
  readonly withheld?: readonly string[]
  /** Findings from sources other than the record. */
  readonly more?: readonly Finding[]
  /** Below the findings, such as further checks. */
  readonly children?: ReactNode
}) {
  const { table, inspect } = recordKinds[kind]
  const findings = useMemo(() => inspect(record), [inspect, record])
  const all = [...withoutWithheld(findings, withheld), ...more]
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
        {() => <FieldStates table={table} record={record} withheld={withheld} />}
      </DisclosurePanel>
    </>
  )
}
