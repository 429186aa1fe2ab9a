'use client'

import { useMemo } from 'react'
import type { AnyRecord } from '@/components/record/facts/facts'
import { BesidePanel, JsonViewer } from '@/components/record/json-panel'
import { DisclosurePanel } from '@/components/ui/disclosure-panel'
import { STATUS_INSPECTION } from '@/lib/format/links'
import { countSeverities } from '@/lib/inspect/finding'
import { recordKinds } from '@/lib/inspect/records'
import { FieldStates } from './field-states'
import { Findings, severitiesInWords } from './findings'

const TITLE = 'Status as received'
const { table, inspect } = recordKinds['search-object']

/** A vehicle's status, the same object as its row of a search (§2.2), as received and compared with the specification. */
export function StatusInspection({
  inspected: { raw, withheld = [], beside },
}: {
  readonly inspected: Omit<AnyRecord, 'record'>
}) {
  const findings = useMemo(() => inspect(raw), [raw])
  const counts = findings.length === 0 ? '' : `: ${severitiesInWords(countSeverities(findings))}`
  return (
    <>
      <DisclosurePanel id={STATUS_INSPECTION} title={`${TITLE}${counts}`}>
        {() => (
          <div className="flex flex-col gap-4">
            <Findings findings={findings} />
            <JsonViewer label={TITLE} value={raw} />
            <FieldStates table={table} record={raw} withheld={withheld} />
          </div>
        )}
      </DisclosurePanel>
      <BesidePanel beside={beside} />
    </>
  )
}
