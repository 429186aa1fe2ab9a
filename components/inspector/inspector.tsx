'use client'

import { type ReactNode, useMemo } from 'react'
import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { Panel } from '@/components/ui/panel'
import type { Finding } from '@/lib/inspect/finding'
import { type RecordKind, recordKinds } from '@/lib/inspect/records'
import { FieldStates } from './field-states'
import { Findings } from './findings'

const NOTHING: readonly string[] = []

/**
 * A record held against the interface: what there is to report, and every field with how it came.
 * @param record as received, without its wrapper
 */
export function Inspector({
  kind,
  record,
  withheld = NOTHING,
  more,
  children,
}: {
  readonly kind: RecordKind
  readonly record: unknown
  /** Fields that this operator may not see: nothing is known of how they came. */
  readonly withheld?: readonly string[]
  /** Findings that take more than the record to find. */
  readonly more?: readonly Finding[]
  /** Under the findings, such as what else can be checked. */
  readonly children?: ReactNode
}) {
  const { table, inspect } = recordKinds[kind]
  const findings = useMemo(
    () => inspect(record).filter(({ path }) => !withheld.includes(path)),
    [inspect, record, withheld],
  )
  return (
    <>
      <Panel title="Inspector">
        <Findings findings={more ? [...findings, ...more] : findings} />
        {children}
      </Panel>
      <DisclosurePanel title="Fields of the interface">
        {() => <FieldStates table={table} record={record} withheld={withheld} />}
      </DisclosurePanel>
    </>
  )
}
