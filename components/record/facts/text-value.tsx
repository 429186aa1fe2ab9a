'use client'

import { type ReactNode, useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

const SHOWN_AT_FIRST = 240
// Limit for fast rendering; the copy of the raw JSON has the rest.
const LONGEST = 20_000

/** A text of the service: inert, with its own lines and direction, clipped until expanded. */
export function TextValue({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false)
  if (text === '') return <span className="text-muted">empty text</span>
  const isLong = text.length > SHOWN_AT_FIRST
  const shown = text.slice(0, isLong && !whole ? SHOWN_AT_FIRST : LONGEST)
  return (
    <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
      <bdi>{shown.split(/\r?\n/).map(safeLine).join('\n')}</bdi>
      {shown.length < text.length ? '…' : null}
      {isLong ? (
        <button
          type="button"
          className="text-accent ml-2 min-h-11 underline underline-offset-2 md:min-h-7"
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      ) : null}
      {whole && text.length > LONGEST ? (
        <span className="text-muted block text-xs">
          Showing the first {formatCount(LONGEST)} characters; copy the raw JSON for the rest.
        </span>
      ) : null}
    </span>
  )
}

function safeLine(line: string): string {
  return safeText(line, LONGEST)
}

const LONGEST_NAME = 40

/** A value with a button that copies it as received; the value names the button. */
export function Copyable({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      <span className="-my-1 shrink-0">
        <CopyButton text={text} what={safeText(text, LONGEST_NAME)} />
      </span>
    </span>
  )
}
