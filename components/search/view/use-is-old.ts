import { useHasPassed } from '@/components/layout/use-now'
import type { LiveState } from '@/lib/live/client/live-area'
import { useAddress } from './address'

/** Refreshes that may be missed, and the least time, before the map is dimmed. */
const MISSED = 4
const LEAST_MS = 30_000

/**
 * Whether the vehicles shown are older than several refreshes: paused, interrupted or the
 * service fails, now or then.
 */
export function useIsOld({ area, replay }: LiveState): boolean {
  const { everySeconds } = useAddress()
  const limitMs = Math.max(LEAST_MS, MISSED * everySeconds * 1000)
  const isLate = useHasPassed(replay || !area ? null : area.receivedAtMs + limitMs)
  return replay ? replay.gap !== null : isLate
}
