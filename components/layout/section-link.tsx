import { sectionAnchor } from '@/lib/interface/fields/field-words'
import { Link } from './link'

/** A section of the service's interface as a link to its text. */
export function SectionLink({ section }: { readonly section: string }) {
  return (
    <Link href={`/interface#${sectionAnchor(section)}`} className="underline underline-offset-2">
      §{section}
    </Link>
  )
}
