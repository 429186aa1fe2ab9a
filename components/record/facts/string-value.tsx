import Link from 'next/link'
import type { ReactNode } from 'react'
import { Picture } from '@/components/record/picture'
import { mailtoHref, telHref } from '@/lib/format/contact'
import { lookupHref, vehicleHref } from '@/lib/format/links'
import type { Fact } from './facts'
import { textUse } from './facts'
import { Copyable, TextValue } from './text-value'

const linkClass = 'text-accent inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-7'

/** A string by what it is for: to dial, to write to, to follow within Kerbside, to copy, or to read. */
export function StringValue({
  fact: { name },
  text,
  vehicleType,
}: {
  readonly fact: Fact
  readonly text: string
  /** Of the vehicle in a picture. */
  readonly vehicleType: string | null
}) {
  const use = textUse(name)
  if (use === 'text' || text === '') return <TextValue text={text} />
  if (use === 'picture') return <Picture url={text} vehicleType={vehicleType} />
  return <Copyable text={text}>{linked(use, text, <TextValue text={text} />)}</Copyable>
}

function linked(use: ReturnType<typeof textUse>, text: string, shown: ReactNode): ReactNode {
  const outside = use === 'phone' ? telHref(text) : use === 'email' ? mailtoHref(text) : null
  if (outside !== null) {
    return (
      <a href={outside} className={linkClass}>
        {shown}
      </a>
    )
  }
  const inside =
    use === 'vehicle-id' ? vehicleHref(text) : use === 'vehicle-our-ref' ? lookupHref(text) : null
  if (inside === null) return shown
  return (
    // Not fetched beforehand: a pasted record is the reader's own until a link is followed.
    <Link href={inside} prefetch={false} className={linkClass}>
      {shown}
    </Link>
  )
}
