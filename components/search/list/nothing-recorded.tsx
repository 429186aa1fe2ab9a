import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/layout/link'
import { useSearchPage } from '@/components/search/search-context'
import { Notice } from '@/components/ui/notice'
import { query } from '@/lib/api/queries/query'
import { areaKey, replayHref } from '@/lib/format/replay-links'

/** Offers a recorded circle that holds the middle of this one. */
export function NothingRecorded({ atMs }: { readonly atMs: number }) {
  const { state } = useSearchPage()
  const { data } = useQuery(query('/api/recording/areas'))
  const { position, radius, type } = state.search
  const others = (data?.data.areas ?? []).filter(
    ({ search }) => areaKey(search) !== areaKey({ position, radius, type }),
  )
  const href = replayHref(others, state.selectedId, position, atMs)
  return (
    <Notice
      isQuiet
      className="mx-3 my-2"
      title="Nothing was recorded at this moment"
      action={
        href ? (
          <Link href={href} button="secondary">
            Show another recorded circle
          </Link>
        ) : undefined
      }
    />
  )
}
