import { Badge } from '@/components/ui/badge'
import { ABSENT } from '@/lib/format/number'
import { rawText } from '@/lib/format/text'

/** The service sent no value. Absent is not zero. */
export function Absent() {
  return (
    <span className="text-muted">
      <span aria-hidden="true">{ABSENT}</span>
      <span className="sr-only">not given</span>
    </span>
  )
}

/** The service sent another type than the interface says: what came, instead of a value. */
export function Unreadable({ value }: { readonly value: unknown }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="warning" title="Of another type than the interface says">
        unreadable
      </Badge>
      <code className="text-muted text-xs [overflow-wrap:anywhere]">
        {/* Quoted when it is a string: "4" and 4 are what this is about. */}
        <bdi>{typeof value === 'string' ? `"${rawText(value)}"` : rawText(value)}</bdi>
      </code>
    </span>
  )
}
