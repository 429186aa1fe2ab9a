import { Link } from '@/components/layout/link'

/** In place of a timeline: why there is none, and where there are some. */
export function NothingRecorded({ keptHours }: { readonly keptHours: number }) {
  if (keptHours === 0)
    return <p className="text-sm">Recording is switched off. An administrator sets RECORDING_HOURS.</p>
  return (
    <p className="text-sm">
      Nothing was recorded of this area. It is recorded while it is open on a map, so look again in a minute,
      or replay one of the{' '}
      <Link
        href="/recording?ask=areas"
        className="text-accent inline-block underline underline-offset-2 max-md:min-h-11 max-md:content-center"
      >
        recorded areas
      </Link>
      .
    </p>
  )
}
