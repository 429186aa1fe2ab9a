import type { Route } from 'next'
import { createContext, Fragment, type ReactNode, useContext, useState } from 'react'
import { Link } from '@/components/layout/link'
import { textUse } from '@/components/record/facts/facts'
import { CopyButton } from '@/components/ui/copy-button'
import { mailtoHref, phoneParts } from '@/lib/format/contact'
import { keyWords } from '@/lib/format/key-words'
import { lookupHref, vehicleHref } from '@/lib/format/links'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

const linkClass =
  'text-accent inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-7'

export function StringValue({ name, text }: { readonly name: string; readonly text: string }) {
  const use = textUse(name)
  const pages: Partial<Record<typeof use, Route | null>> = {
    'vehicle-id': vehicleHref(text),
    'vehicle-our-ref': lookupHref(text),
    'booking-id': useContext(HrefContext)(text),
  }
  if (use === 'word' && text !== '') return <bdi title={safeText(text)}>{keyWords(text, 80)}</bdi>
  if (use === 'text' || text === '') return <TextValue text={text} />
  return <Copyable text={text}>{linked()}</Copyable>

  function linked(): ReactNode {
    if (use === 'phone') return <PhoneNumbers text={text} />
    const mail = use === 'email' ? mailtoHref(text) : null
    if (mail !== null)
      return (
        <a href={mail} className={linkClass}>
          <EmailAddress text={text} />
        </a>
      )
    const page = pages[use] ?? null
    if (page === null) return <TextValue text={text} />
    return (
      <Link href={page} className={linkClass}>
        <TextValue text={text} />
      </Link>
    )
  }
}

export function PhoneNumbers({ text }: { readonly text: string }) {
  return phoneParts(text).map((part, at) =>
    part.href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
      <TextValue key={at} text={part.text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
      <a key={at} href={part.href} className={linkClass}>
        <TextValue text={part.text} />
      </a>
    ),
  )
}

/** Broken where it has a sign, and within a word only where that does not suffice. */
function EmailAddress({ text }: { readonly text: string }) {
  return (
    <bdi>
      {text.split(/(?<=@)|(?=\.)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}

/** Null for a booking of which nothing arrived. */
const HrefContext = createContext<(bookingId: string) => Route | null>(() => null)

/** Links ids of bookings within a record that arrived by webhook. */
export const BookingLinks = HrefContext.Provider

const SHOWN_AT_FIRST = 240
// Limit for fast rendering; the copy of the raw JSON has the rest.
const LONGEST = 20_000

/** A text of the service: inert, with its own lines and direction, clipped until expanded. */
export function TextValue({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false)
  if (text === '') return <span className="text-muted">empty</span>
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

export function Copyable({
  text,
  children,
}: {
  readonly text: string
  readonly children: ReactNode
}) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
      <span className="-my-1 shrink-0">
        <CopyButton text={text} what={safeText(text, LONGEST_NAME)} />
      </span>
    </span>
  )
}
