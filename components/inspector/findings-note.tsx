'use client'

import { useMemo } from 'react'
import { counted } from '@/lib/format/number'
import { type RecordKind, recordKinds } from '@/lib/inspect/records'
import { Findings } from './findings'

/** The findings of a secondary record, folded into one line; nothing without findings. */
export function FindingsNote({ kind, record }: { readonly kind: RecordKind; readonly record: unknown }) {
  const { inspect } = recordKinds[kind]
  const findings = useMemo(() => inspect(record), [inspect, record])
  if (findings.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="min-h-11 content-center md:min-h-7">
        {counted(findings.length, 'inspector finding')}
      </summary>
      <Findings findings={findings} />
    </details>
  )
}
