import { Link } from '@/components/layout/link'

/** Instead of a search of another circle, which would find nothing in the past. */
export const ONLY_RECORDED = 'In the past, only recorded areas are shown.'

export function RecordedAreasLink() {
  return (
    <Link
      href="/recording?ask=areas"
      className="text-accent inline-block underline underline-offset-2 max-md:min-h-11 max-md:content-center"
    >
      Recorded areas
    </Link>
  )
}
