import { ChevronDown, House, Pause, Play, RotateCw } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useDistance, useMinuteFormat } from '@/components/layout/preferences/preferences'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { usePage, usePageState } from '@/components/search/page'
import { usePanelData, useShownNow } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { usePlaceInWords } from '@/components/search/view/saved-areas'
import { Button, IconButton } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { onDemand } from '@/components/ui/on-demand'
import { INTERVALS_SECONDS } from '@/lib/api/contract/live'
import { formatCount } from '@/lib/format/number'
import { formatAge } from '@/lib/format/time/age'
import type { LiveArea, LiveState } from '@/lib/live/client/live-area'
import { isProvisional } from '@/lib/live/client/live-area'
import { areaCount, coverageInWords, remarksOn } from './coverage-words'

/** Of the part that the line opens, wherever the line is. */
export const AREA_DETAILS_ID = 'area-details'

/**
 * The area in one line, which opens its details: "1 km around South bank · 149 · Live 2s". In a
 * wide window it ends the search field, which names the place.
 */
export function AreaLine({
  isWide = false,
  ref,
}: {
  readonly isWide?: boolean
  readonly ref: Ref<HTMLButtonElement>
}) {
  const { store } = usePage()
  const isAreaOpen = usePageState((state) => state.isAreaOpen)
  const isPaused = usePageState((state) => state.isPaused)
  const { search } = useAddress()
  const place = usePlaceInWords(search.position, usePanelData().view.near)
  const { words, age, isUsual, dot, readAt } = useLiveWords()
  const formatDistance = useDistance()
  // Beside the name of the place, what is as usual is a dot.
  const hidden = isWide ? 'sr-only print:not-sr-only' : ''
  return (
    <button
      ref={ref}
      type="button"
      aria-expanded={isAreaOpen}
      aria-controls={AREA_DETAILS_ID}
      title={`${formatDistance(search.radius)} around ${place}. Radius, type, refresh interval and data issues`}
      onClick={() => store.setState({ isAreaOpen: !isAreaOpen })}
      className={`hover:bg-sunken flex min-h-11 min-w-0 items-center px-2 text-left text-sm whitespace-pre md:min-h-9 ${isWide ? 'border-line shrink-0 rounded-r-md border-l' : 'flex-1 rounded-md'} ${isPaused ? 'bg-warning-soft' : ''}`}
    >
      <span className="truncate">
        {formatDistance(search.radius)}
        <span className={hidden}>
          {' around '}
          <bdi>{place}</bdi>
        </span>
      </span>
      <span className="shrink-0"> · </span>
      <Count />
      <span aria-hidden className={`mx-1 size-2 shrink-0 rounded-full ${dot} print:hidden`} />
      <span className="shrink-0 tabular-nums print:hidden">
        <span className={isUsual ? hidden : ''}>{words}</span>
        {age}
      </span>
      <span className="hidden print:inline">{readAt}</span>
      <ChevronDown
        aria-hidden
        className={`ml-auto box-content size-4 shrink-0 pl-1 motion-safe:transition-transform ${isAreaOpen ? 'rotate-180' : ''}`}
      />
    </button>
  )
}

const connections: Record<LiveState['connection'], readonly [words: string, dot: string]> = {
  connecting: ['Connecting', 'bg-muted motion-safe:animate-pulse'],
  live: ['Live', 'bg-good'],
  paused: ['Paused', 'bg-kerb'],
  hidden: ['Paused (tab hidden)', 'bg-muted'],
  interrupted: ['Offline', 'bg-danger'],
  replay: ['Past', 'bg-past'],
}

/**
 * State and age of the live data: "Live 2s", the colour of its dot, and for
 * paper when they were read.
 */
function useLiveWords() {
  const { live } = usePanelData().view
  const { area, connection, error, isTakingOver, replay } = live
  const now = useShownNow(live)
  const formatMinute = useMinuteFormat()
  // The stream may work while the service does not, or no server asks it.
  const isStale = connection === 'live' && (error !== null || isTakingOver)
  const age = ageInWords(replay ? null : now, area)
  const [words, dot] = isStale ? ['Waiting', 'bg-kerb'] : connections[connection]
  // With its day, whenever that is.
  const readAt = replay || !area ? null : formatMinute(area.receivedAtMs, 0)
  return { words, age, isUsual: connection === 'live' && !isStale, dot, readAt }
}

/** @param now null in a replay, whose clock is in its bar */
function ageInWords(now: number | null, area: LiveArea | null): string {
  if (now === null) return ''
  return area ? ` ${formatAge(now - area.receivedAtMs)}` : ' …'
}

function Count() {
  const { rows, live } = usePanelData().view
  const { area, progress, error } = live
  // A restarted server that fails knows less than the page.
  const isLoading = progress && (!area || (!error && isProvisional(area.meta)))
  const count = isLoading
    ? { shown: formatCount(progress.loaded), rest: ' loaded', isVisible: true }
    : area && areaCount(area.meta, rows.length, area.table.size)
  if (!count) return null
  return (
    <span className="shrink-0">
      <span>
        <strong className="font-semibold">{count.shown}</strong>
        <span className={count.isVisible ? '' : 'sr-only'}>{count.rest}</span>
      </span>
      <span> · </span>
    </span>
  )
}

export function LiveButtons({ className }: { readonly className: string }) {
  const { store } = usePage()
  const isPaused = usePageState((state) => state.isPaused)
  const { refresh, replay } = usePanelData().view.live
  if (replay) return null
  return (
    <span className={className}>
      <IconButton icon={RotateCw} label="Refresh now" variant="ghost" onClick={refresh} />
      <IconButton
        icon={isPaused ? Play : Pause}
        label={isPaused ? 'Resume live updates' : 'Pause live updates'}
        variant={isPaused ? 'primary' : 'ghost'}
        onClick={() => store.setState({ isPaused: !isPaused })}
      />
    </span>
  )
}

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

export function AreaDetails() {
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
