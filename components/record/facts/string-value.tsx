import type { Route } from 'next'
import type { ReactNode } from 'react'
import { Link } from '@/components/layout/link'
import { Picture } from '@/components/record/picture'
import { mailtoHref, phoneParts } from '@/lib/format/contact'
import { keyWords } from '@/lib/format/key-words'
import { lookupHref, vehicleHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import { useBookingHref } from './booking-links'
import type { Fact } from './facts'
import { textUse } from './facts'
import { Copyable, TextValue } from './text-value'

const linkClass = 'text-accent inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-7'

/** A string by its use: phone, e-mail, link within Kerbside, copyable key, or plain text. */
export function StringValue({
  fact: { name },
  text,
  vehicleType,
}: {
  readonly fact: Fact
  readonly text: string
  /** Type of the vehicle, for the drawing that replaces a picture. */
  readonly vehicleType: string | null
}) {
  const use = textUse(name)
  const bookingHref = useBookingHref(text)
  if (use === 'word' && text !== '') return <bdi title={safeText(text)}>{keyWords(text, 80)}</bdi>
  if (use === 'text' || text === '') return <TextValue text={text} />
  if (use === 'picture') return <Picture url={text} vehicleType={vehicleType} />
  if (use === 'phone')
    return (
      <Copyable text={text}>
        <PhoneNumbers text={text} />
      </Copyable>
    )
  return <Copyable text={text}>{linked(use, text, <TextValue text={text} />, bookingHref)}</Copyable>
}

/** A text with a link for each phone number in it. */
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

function linked(
  use: ReturnType<typeof textUse>,
  text: string,
  shown: ReactNode,
  bookingHref: Route | null,
): ReactNode {
  const outside = use === 'email' ? mailtoHref(text) : null
  if (outside !== null) {
    return (
      <a href={outside} className={linkClass}>
        {shown}
      </a>
    )
  }
  const inside =
    use === 'vehicle-id'
      ? vehicleHref(text)
      : use === 'vehicle-our-ref'
        ? lookupHref(text)
        : use === 'booking-id'
          ? bookingHref
          : null
  if (inside === null) return shown
  return (
    <Link href={inside} className={linkClass}>
      {shown}
    </Link>
  )
}
