import { Badge } from '@/components/ui/badge'
import { ABSENT } from '@/lib/format/number'
import { rawText } from '@/lib/format/text'

/** The service sent no value. Absent is not zero. */
export function Absent() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">{ABSENT}</span>
      <span className="sr-only">not reported</span>
    </span>
  )
}

/** The role of the reader does not see the field, whether the service sent it or not. */
export function Withheld() {
  return <span className="text-muted">Not shown to viewers</span>
}

export function Unreadable({ value }: { readonly value: unknown }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="warning" title="Not of the specified type">
        unreadable
      </Badge>
      <code className="text-muted text-xs [overflow-wrap:anywhere]">
        {/* Strings are quoted, to tell "4" from 4. */}
        <bdi>{typeof value === 'string' ? `"${rawText(value)}"` : rawText(value)}</bdi>
      </code>
    </span>
  )
}
