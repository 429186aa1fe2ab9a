import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { usePageState } from '@/components/search/page'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { query } from '@/lib/api/queries/query'
import type { LiveArea, LiveSource, LiveState } from '@/lib/live/client/live-area'

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

/** The past that the page shows; null while it shows the present. @param at of the address */
export function usePastSource(at: number | null): LiveSource | null {
  const player = usePageState((state) => state.player)
  const loading = useMemo(() => (at === null ? null : loadingAt(at)), [at])
  return at === null ? null : (player ?? loading)
}

/** Opens and leaves the replay of what was recorded here. */
export function useReplay() {
  const { at } = useAddress()
  const { setAt } = useAddressActions()
  const isViewer = useIsViewer()
  const hours = useQuery(query('/api/service')).data?.data.recordingHours ?? 0
  const canOpen = !isViewer && hours > 0
  const isOn = at !== null
  return {
    isOn,
    canOpen,
    /** @param area as live; the replay begins a minute before */
    toggle(area: LiveArea | null): void {
      if (isOn) return void setAt(null, true)
      if (canOpen) void setAt(serverNowMs(area) - BACK_MS, true)
    },
  }
}

/** The server's clock, as far as it is known. */
export function serverNowMs(area: LiveArea | null): number {
  if (!area) return Date.now()
  return area.fetchedAtMs + Date.now() - area.receivedAtMs
}
