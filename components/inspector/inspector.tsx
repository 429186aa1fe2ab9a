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
 * A record held against the interface: what there is to report, and every field with how it came.
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
  /** Fields that were left out on the way here, by the role of who looks: nothing can be said of them. */
  readonly withheld?: readonly string[]
  /** Findings that take more than the record to find. */
  readonly more?: readonly Finding[]
  /** Under the findings, such as what else can be checked. */
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
            Fields that viewers are not shown are not inspected, nor what the interface does not name.
          </p>
        ) : null}
        {children}
      </Panel>
      <DisclosurePanel title="Fields of the interface">
        {() => <FieldStates table={table} record={record} withheld={withheld} />}
      </DisclosurePanel>
    </>
  )
}
