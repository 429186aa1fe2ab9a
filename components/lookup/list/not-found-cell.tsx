import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@/components/layout/link'
import { ExactText } from '@/components/lookup/exact-text'
import { nearMisses } from '@/components/lookup/near-misses'
import { Button } from '@/components/ui/button'
import { lookupHref } from '@/lib/format/links'
import { nearMissesQuery } from '@/lib/queries/near-misses'
import { outcomeWords } from './list-outcomes'

/** An unknown reference; other spellings that the service knows are looked for on demand, as each costs a call. */
export function NotFoundCell({ ourRef }: { readonly ourRef: string }) {
  const candidates = nearMisses(ourRef)
  const query = nearMissesQuery(ourRef, candidates)
  // A row that was scrolled away keeps its answer.
  const client = useQueryClient()
  const [isAsked, setIsAsked] = useState(() => client.getQueryData(query.queryKey) !== undefined)
  const { data, isFetching } = useQuery({ ...query, enabled: isAsked })
  return (
    <div className="flex min-w-0 flex-1 items-center gap-x-3">
      <span className="shrink-0">{outcomeWords['not-found']}</span>
      {candidates.length === 0 ? null : !isAsked ? (
        <Button className="px-2! text-xs" onClick={() => setIsAsked(true)}>
          Find similar
        </Button>
      ) : (
        <span role="status" className="text-muted line-clamp-2 min-w-0 text-xs">
          {isFetching ? 'Trying similar references …' : null}
          {data?.found.length === 0
            ? data.isCutShort
              ? 'Could not be tried'
              : 'Nothing similar found'
            : null}
          {data && data.found.length > 0 ? 'Did you mean ' : null}
          {data?.found.map(({ ourRef: other }, at) => (
            <span key={other}>
              {at === 0 ? null : ', '}
              <Link href={lookupHref(other) ?? '/lookup'} className="text-accent underline">
                <ExactText text={other} isQuiet />
              </Link>
            </span>
          ))}
        </span>
      )}
    </div>
  )
}
