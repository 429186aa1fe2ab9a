import { useQuery } from '@tanstack/react-query'
import { useDistance } from '@/components/layout/preferences/preferences'
import { useObservedWords } from '@/components/search/list/filters/use-observed-types'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { similarTypes } from '@/components/search/view/search-form'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { query } from '@/lib/api/queries/query'
import { keyPhrase, keyWords } from '@/lib/format/key-words'
import { safeText } from '@/lib/format/text'
import { LARGEST_RADIUS_METRES } from '@/lib/interface/search'
import { isSameValue } from '@/lib/interface/values'

export function EmptyArea() {
  const formatDistance = useDistance()
  const { observedTypes } = usePanelData()
  const { radius, type, position } = useAddress().search
  const { goTo } = useAddressActions()
  const start = useQuery(query('/api/service')).data?.data.map
  const isDefaultStart =
    start?.isHomeSet === false && !type && isSameValue(start.home.position, position)
  // They are part of `observedTypes` once they are there.
  useObservedWords('vehicle_type', type !== null)
  const others =
    type === null || observedTypes.includes(type) ? [] : similarTypes(type, observedTypes)
  return (
    <Notice
      isQuiet
      className="mx-3 my-2"
      title={
        type === null ? (
          `No vehicles within ${formatDistance(radius)}`
        ) : (
          <>
            No vehicles of type <bdi>{keyPhrase(type, 40)}</bdi> within {formatDistance(radius)}
          </>
        )
      }
      action={
        <Button onClick={() => void goTo({ radius: Math.min(LARGEST_RADIUS_METRES, radius * 2) })}>
          Double the radius
        </Button>
      }
    >
      {others.length > 0 ? (
        <>
          Types seen here:
          <span className="mt-1 flex flex-wrap gap-1.5">
            {others.slice(0, MOST_TYPES).map((other) => (
              <Button
                key={other}
                title={safeText(other, 128)}
                onClick={() => void goTo({ type: other })}
              >
                <bdi>{keyWords(other, 40)}</bdi>
              </Button>
            ))}
            <Button onClick={() => void goTo({ type: null })}>Any type</Button>
          </span>
        </>
      ) : (
        adviceInWords(isDefaultStart)
      )}
    </Notice>
  )
}

function adviceInWords(isDefaultStart: boolean): string {
  if (!isDefaultStart) return 'Search another place or a larger radius.'
  return 'The map opens at a default place. Search where your vehicles are, and make that the home area.'
}

const MOST_TYPES = 12
