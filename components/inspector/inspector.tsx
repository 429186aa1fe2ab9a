'use client'

import { type ReactNode, useMemo } from 'react'
import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { Panel } from '@/components/ui/panel'
import { type Finding, withoutWithheld } from '@/lib/inspect/finding'
import { type RecordKind, recordKinds } from '@/lib/inspect/records'
import { FieldStates } from './field-states'
import { Findings } from './findings'

const none: readonly never[] = []

/**
 * A record compared with the specification: its findings, and the state of every field.
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
  return (
    <>
      <Panel title="Inspector">
        <Findings findings={[...withoutWithheld(findings, withheld), ...more]} />
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
