import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { Link } from './link'

/** A section of the service's interface as a link to its text. */
export function SectionLink({
  section,
  opensTab = false,
}: {
  readonly section: string
  /** In a new tab, for a page that would lose something if it were left. */
  readonly opensTab?: boolean
}) {
  return (
    <Link
      href={`/interface#${sectionAnchor(section)}`}
      target={opensTab ? '_blank' : undefined}
      className="underline underline-offset-2"
    >
      §{section}
      {opensTab ? <span className="sr-only"> (opens in a new tab)</span> : null}
    </Link>
  )
}

/** A text with each § as a link. */
export function TextWithSections({ text }: { readonly text: string }) {
  return (
    text
      .split(/§([\d.]*\d)/)
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text.
      .map((part, at) => (at % 2 === 1 ? <SectionLink key={at} section={part} /> : part))
  )
}
