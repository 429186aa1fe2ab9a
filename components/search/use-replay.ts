import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import type { SearchState } from '@/components/search/view/search-state'
import { query } from '@/lib/api/queries/query'
import type { LiveSource, LiveState } from '@/lib/live/client/live-area'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'

const BACK_MS = 60_000

/** Until the player is loaded. */
function loadingAt(atMs: number): LiveSource {
  const loading: LiveState = {
    area: null,
    progress: null,
    connection: 'replay',
    isTakingOver: false,
    error: null,
    replay: {
      atMs,
      gap: null,
      isPlaying: false,
      speed: 1,
      isLoading: true,
      isAtEnd: false,
      jumps: -1,
    },
    refresh: () => {},
  }
  return { subscribe: () => () => {}, getState: () => loading }
}

export function useReplay({ at, setAt }: SearchState) {
  const isViewer = useIsViewer()
  const hours = useQuery(query('/api/service')).data?.data.recordingHours ?? 0
  const canOpen = !isViewer && hours > 0
  const [player, setPlayer] = useState<ReplayPlayer | null>(null)
  const isOn = at !== null
  const loading = useMemo(() => (at === null ? null : loadingAt(at)), [at])
  return {
    isOn,
    /** Null while the present is shown. */
    past: isOn ? (player ?? loading) : null,
    player,
    setPlayer,
    /** @param present as live; the replay begins a minute before */
    toggle({ area }: Pick<LiveState, 'area'>) {
      if (isOn) return void setAt(null, true)
      if (!canOpen) return
      // The server's clock, as far as it is known.
      const nowMs = area ? area.fetchedAtMs + Date.now() - area.receivedAtMs : Date.now()
      void setAt(nowMs - BACK_MS, true)
    },
    canOpen,
  }
}
