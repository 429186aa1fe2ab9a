import { House } from 'lucide-react'
import { useLiveData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { Button } from '@/components/ui/button'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import { homeInWords, useHome } from './home'
import { usePlaceInWords } from './saved-areas'

/** Says that the map is away from the home area, and leads back. */
export function VisitNotice() {
  const home = useHome()
  const { search } = useAddress()
  const { goHome } = useAddressActions()
  const place = usePlaceInWords(search.position, useLiveData().view.near)
  if (formatPosition(search.position) === formatPosition(home.position)) return null
  return (
    <p
      data-covers-map
      className="bg-surface border-line shadow-raised flex max-w-full items-center gap-2 rounded-md border py-0.5 pr-0.5 pl-3 text-sm"
    >
      <span className="truncate">
        Visiting <bdi>{place}</bdi>
      </span>
      <Button
        icon={House}
        variant="ghost"
        aria-keyshortcuts="0"
        title="Back to the home area (0)"
        className="shrink-0 md:min-h-8"
        onClick={() => void goHome()}
      >
        <span>
          Back to <bdi>{safeText(homeInWords(home), 40)}</bdi>
        </span>
      </Button>
    </p>
  )
}
