import { House } from 'lucide-react'
import { useState } from 'react'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { SearchForm } from '@/components/search/view/search-form'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { INTERVALS_SECONDS } from '@/lib/api/contract/live'
import { LiveButtons } from './area-line'
import { coverageInWords, remarksOn } from './coverage-words'

const HomeDialog = onDemand(() => import('@/components/search/view/home-dialog'), 'HomeDialog')

/** Makes the area on the map the home area, or gives that another name. */
function HomeButton() {
  const [isOpen, setIsOpen] = useState(false)
  const isViewer = useIsViewer()
  const isHome = useAddress().isHome
  if (isViewer) return null
  return (
    <>
      <Button icon={House} className="self-start" onClick={() => setIsOpen(true)}>
        {isHome ? 'Rename the home area' : 'Make this the home area'}
      </Button>
      {isOpen ? <HomeDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** Radius, type and interval of the search, and how complete its answer is. */
export function AreaDetails() {
  const isOpen = usePageState((state) => state.isAreaOpen)
  return (
    <>
      <SearchForm />
      {isOpen ? <Coverage /> : null}
    </>
  )
}

function Coverage() {
  const { everySeconds } = useAddress()
  const { setEvery } = useAddressActions()
  const { area } = usePanelData().view.live
  return (
    <div className="flex flex-col gap-1.5 pb-1">
      <div className="flex items-end gap-1.5">
        <SelectField
          label="Refresh every"
          className="min-w-0 flex-1"
          value={everySeconds}
          options={INTERVALS_SECONDS.map((seconds) => [seconds, `${seconds} s`])}
          onChange={(seconds) => void setEvery(seconds)}
        />
        <LiveButtons className="flex md:hidden" />
      </div>
      <HomeButton />
      {area ? (
        <div className="text-muted flex flex-col gap-0.5 text-sm [overflow-wrap:anywhere]">
          <p>{`${coverageInWords(area.meta, area.unconfirmed).join('')}.`}</p>
          {remarksOn(area.meta, everySeconds).map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
        </div>
      ) : null}
    </div>
  )
}
