import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { ABSENT } from '@/lib/format/number'
import { rawText } from '@/lib/format/text'
import { formWords, type SentForm } from '@/lib/interface/sent-forms'

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
      <Badge tone="warning" title="Received in a format that Kerbside cannot read">
        unreadable
      </Badge>
      {value === undefined ? null : (
        <code className="text-muted text-xs [overflow-wrap:anywhere]">
          <bdi>{asWritten(value)}</bdi>
        </code>
      )}
    </span>
  )
}

/** The same in a cell of a table, with the value on hover. */
export function UnreadableCell({ value }: { readonly value: unknown }) {
  return (
    <bdi className="text-warning" title={value === undefined ? undefined : asWritten(value)}>
      unreadable
    </bdi>
  )
}

// Strings are quoted, to tell "4" from 4.
function asWritten(value: unknown): string {
  return typeof value === 'string' ? `"${rawText(value)}"` : rawText(value)
}

/**
 * A value with a dotted line under it where it came in another form than specified: too
 * little room for `SentAs`.
 */
export function Marked(props: {
  readonly form: SentForm | undefined
  /** As received, where it is known. */
  readonly value?: unknown
  readonly children: ReactNode
}) {
  const { form, value, children } = props
  if (form === undefined) return <span>{children}</span>
  const received = value === undefined ? '' : `: ${asWritten(value)}`
  return (
    <span
      title={`${formWords[form]}${received}`}
      className="underline decoration-dotted underline-offset-2"
    >
      {children}
    </span>
  )
}

/** Of a value that was read although it came in another form than specified. */
export function SentAs({ form, value }: { readonly form: SentForm; readonly value: unknown }) {
  return (
    <Badge tone="warning" title={`Received: ${asWritten(value)}`}>
      {formWords[form]}
    </Badge>
  )
}
