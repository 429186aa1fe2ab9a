'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { onDemand } from '@/components/ui/on-demand'
import { addressOf } from '@/lib/api/client/call'
import type { AreaSearch } from '@/lib/api/contract/live'
import { areaQuery } from '@/lib/api/contract/live'
import { query } from '@/lib/api/queries/query'
import { areaKey } from '@/lib/format/replay-links'
import { formatClock } from '@/lib/format/time/time'
import type { LiveState } from '@/lib/live/client/live-area'
import { browserPlatform } from '@/lib/live/client/platform'
import { ReplayPlayer } from '@/lib/live/client/replay/replay-player'
import { beginningOf, playable, recordedSpan, startOf } from '@/lib/live/client/replay/timeline'
import { PlayControls, ReplayClock, TimeForm } from './controls'
import { CircleReplaced, GapNotice, NothingRecorded, OutsideNotice } from './notices'
import { momentInWords, Timeline } from './timeline'
import { useRecordedCircle } from './use-recorded-circle'

// While it plays, so that a reload goes on from there.
const PLAYING_ADDRESS_MS = 5000

// Written to the address once the moment is chosen: while it is dragged, each
// picture would wait for it.
const ADDRESS_MS = 500

/**
 * At the bottom of the page while the past is shown: what moment it is, and how to get to
 * another, or back to live.
 */
export function ReplayBar({
  search,
  atMs,
  onAt,
  onCircle,
  live,
  player,
  onPlayer,
}: {
  readonly search: AreaSearch
  /** Of the address. */
  readonly atMs: number
  /** @param atMs null for the present */
  readonly onAt: (atMs: number | null, isStep?: boolean) => Promise<unknown>
  /** Another circle at the same moment, in place of one that was not recorded. */
  readonly onCircle: (circle: AreaSearch, atMs: number) => unknown
  readonly live: LiveState
  readonly player: ReplayPlayer | null
  readonly onPlayer: (player: ReplayPlayer | null) => void
}) {
  usePlayer(search, atMs, live, onPlayer)
  useAddress(live, player, atMs, onAt)
  const { data, dataUpdatedAt, error, refetch } = useQuery(
    query('/api/recording', areaQuery(search)),
  )
  const { zone } = usePreferences()
  const timeline = data?.data ?? null
  const { replay } = live
  useEffect(() => {
    if (timeline) player?.setRecorded(playable(timeline))
  }, [player, timeline])
  const [isDownloading, setIsDownloading] = useState(false)
  const [replacedBy, setReplacedBy] = useState<string | null>(null)
  useRecordedCircle({
    search,
    atMs,
    live,
    player,
    timeline,
    onCircle(circle, circleAtMs) {
      setReplacedBy(areaKey(circle))
      void onCircle(circle, circleAtMs)
    },
  })
  const span = timeline && recordedSpan(timeline)
  const shownMs = replay && replay.jumps >= 0 ? replay.atMs : atMs
  const seek = (toMs: number) => player?.seek(toMs, timeline && startOf(timeline, toMs))
  const gap = replay?.gap
  return (
    <>
      <div className="hidden print:order-first print:block">
        <ReplayClock atMs={shownMs} isLoading={false} />
      </div>
      <section
        aria-label="Replay"
        className="bg-past-soft border-past flex shrink-0 flex-col gap-1.5 border-t-2 px-3 py-1.5 print:hidden"
      >
        <div
          aria-hidden
          className="border-past pointer-events-none absolute inset-0 z-40 border-4"
        />
        {error && !timeline && !live.error ? (
          <ProblemNotice error={error} retry={() => void refetch()} />
        ) : null}
        {timeline && !span ? <NothingRecorded keptHours={timeline.keptHours} /> : null}
        {replacedBy === areaKey(search) ? <CircleReplaced /> : null}
        {gap ? <GapNotice gap={gap} onGo={gap.reason === 'service' ? null : seek} /> : null}
        {span && (shownMs < span.fromMs || (!live.area && replay?.isLoading === false)) ? (
          <OutsideNotice span={span} shownMs={shownMs} nowMs={timeline.now} onGo={seek} />
        ) : null}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 md:gap-x-4 lg:flex-nowrap">
          <ReplayClock atMs={shownMs} isLoading={replay?.isLoading ?? true} />
          <Button
            title="Trails of all vehicles as a file"
            className="ml-auto lg:order-last lg:ml-0"
            onClick={() => setIsDownloading(true)}
          >
            Download
          </Button>
          <Button variant="primary" className="lg:order-last" onClick={() => void onAt(null, true)}>
            Live
          </Button>
          <Timeline timeline={timeline} atMs={shownMs} onSeek={seek} />
          <PlayControls player={player} replay={replay} />
          <TimeForm
            shownMs={shownMs}
            nowMs={() => (timeline ? timeline.now + Date.now() - dataUpdatedAt : Date.now())}
            onTime={seek}
          />
        </div>
        <p aria-live="polite" className="sr-only">
          {replay && !replay.isPlaying && !replay.isLoading
            ? momentInWords(formatClock(shownMs, zone), live.area)
            : ''}
        </p>
      </section>
      {isDownloading ? (
        <DownloadDialog search={search} atMs={shownMs} onClose={() => setIsDownloading(false)} />
      ) : null}
    </>
  )
}

const DownloadDialog = onDemand(() => import('./download-dialog'), 'DownloadDialog')

/** One player a search. */
function usePlayer(
  search: AreaSearch,
  atMs: number,
  { replay }: LiveState,
  onPlayer: (player: ReplayPlayer | null) => void,
): void {
  const key = addressOf('/api/live', areaQuery(search))
  const beforeMs = useRef(atMs)
  const start = useEffectEvent(() => {
    // Of the player before: `replay` follows once this one is known.
    const shown = replay && replay.jumps >= 0 ? replay : null
    const beginsMs = beginningOf(shown?.atMs ?? null, atMs, beforeMs.current)
    const player = new ReplayPlayer(search, browserPlatform, beginsMs)
    if (shown) player.setSpeed(shown.speed)
    onPlayer(player)
    return () => {
      player.stop()
      onPlayer(null)
    }
  })
  useEffect(() => {
    void key
    return start()
  }, [key])
  useEffect(() => {
    beforeMs.current = atMs
  }, [atMs])
}

/**
 * The moment at rest is in the address, and while it plays the last one of some seconds; another
 * address leads to its moment.
 */
function useAddress(
  { replay }: LiveState,
  player: ReplayPlayer | null,
  atMs: number,
  onAt: (atMs: number) => Promise<unknown>,
): void {
  const written = useRef(atMs)
  const isAtRest = replay !== null && replay.jumps > 0 && !replay.isPlaying && !replay.isLoading
  const restMs = isAtRest ? replay.atMs : null
  const write = useEffectEvent((ms: number) => {
    if (ms === written.current) return
    written.current = ms
    void onAt(ms)
  })
  useEffect(() => {
    if (restMs === null) return
    const timer = setTimeout(() => write(restMs), ADDRESS_MS)
    return () => clearTimeout(timer)
  }, [restMs])
  const isPlaying = replay?.isPlaying ?? false
  const writeShown = useEffectEvent(() => {
    if (replay) write(Math.floor(replay.atMs))
  })
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => writeShown(), PLAYING_ADDRESS_MS)
    return () => clearInterval(timer)
  }, [isPlaying])
  useEffect(() => {
    if (!player || atMs === written.current) return
    written.current = atMs
    player.seek(atMs)
  }, [player, atMs])
}
