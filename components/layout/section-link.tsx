import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { KERBSIDE_ASKS, KERBSIDE_READS } from '@/lib/interface/prefixes'
import { Link } from './link'

/** @param props.opensTab for a page that would lose something if it were left */
export function SectionLink(props: { readonly section: string; readonly opensTab?: boolean }) {
  const { section, opensTab = false } = props
  return (
    <Link
      href={`/integration#${sectionAnchor(section)}`}
      target={opensTab ? '_blank' : undefined}
      className="underline underline-offset-2"
    >
      §{section}
      {opensTab ? <span className="sr-only"> (opens in a new tab)</span> : null}
    </Link>
  )
}

/**
 * Edges and type as well as colour tell the forms apart; the interface's own words have neither.
 */
const forms = {
  [KERBSIDE_READS]: 'border-accent border-l-3 border-dashed pl-2 italic',
  [KERBSIDE_ASKS]: 'border-warning bg-warning-soft text-text rounded-sm border px-2',
} as const

/**
 * A text with each § as a link; what Kerbside reads or asks, by the mark before
 * it, in a form of its own.
 */
export function TextWithSections({ text }: { readonly text: string }) {
  return text.split(MARKED).map((part) => {
    const mark = ([KERBSIDE_READS, KERBSIDE_ASKS] as const).find((one) => part.startsWith(one))
    if (!mark) return <WithLinks key={part} text={part} />
    return (
      <span key={part} className={`my-0.5 block w-fit ${forms[mark]}`}>
        <strong className="font-semibold">{mark}</strong>
        <WithLinks text={part.slice(mark.length)} />
      </span>
    )
  })
}

const MARKED = new RegExp(`(?:; )?(?=${KERBSIDE_READS}|${KERBSIDE_ASKS})`)

function WithLinks({ text }: { readonly text: string }) {
  return (
    // The fragment gives each text an element of its own.
    <>
      {text
        .split(/§([\d.]*\d)/)
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text.
        .map((part, at) => (at % 2 === 1 ? <SectionLink key={at} section={part} /> : part))}
    </>
  )
}
