'use client'

import { useMemo } from 'react'
import { counted } from '@/lib/format/number'
import { type RecordKind, recordKinds } from '@/lib/inspect/records'
import { Findings } from './findings'

/** In a line what there is to report of a record that is not the page's own; nothing when there is nothing. */
export function FindingsNote({ kind, record }: { readonly kind: RecordKind; readonly record: unknown }) {
  const { inspect } = recordKinds[kind]
  const findings = useMemo(() => inspect(record), [inspect, record])
  if (findings.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="min-h-11 content-center md:min-h-7">
        {counted(findings.length, 'finding')} of the inspector
      </summary>
      <Findings findings={findings} />
    </details>
  )
}
