import type { LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'

/** A list of an area, as its subscribers get it. */
export interface AreaFrame {
  readonly version: string
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
  readonly meta: LiveMeta
  /**
   * The changes that lead to it, as streamed: text of server-sent events in byte-aligned deflate
   * blocks; null for the first list.
   */
  readonly deflated: Uint8Array | null
  /** The list as a snapshot of the stream, part by part, in the same form. */
  readonly snapshot: () => Iterable<Uint8Array>
  readonly vehicles: () => Iterable<LiveVehicle>
}

/** Of an area's stream, on the node that polls it. */
export interface AreaObserver {
  onFrame(frame: AreaFrame): void
  /**
   * No more frames since then: none watches the area, or another node polls it.
   * @param atMs since the epoch
   */
  onEnd(reason: EndReason, atMs: number): void
}

type EndReason = 'unwatched' | 'elsewhere'

/**
 * A page that is reloaded, or asks for fresh data, leaves an area and is
 * back soon: its frames go on.
 */
export const BACK_SOON_MS = 5_000

/** Hands the frames of an area to its observer, and says when they end. */
export function observeFrames(
  observer: AreaObserver | null | undefined,
  { now, after }: Clock,
  isWatched: () => boolean,
) {
  /** Of frames that may go on. */
  let pendingEnd: { readonly atMs: number; readonly cancel: () => void } | null = null
  /** Of the newest frame; null before the first. */
  let newest: string | null = null

  function end(atMs: number, reason: EndReason = isWatched() ? 'elsewhere' : 'unwatched'): void {
    observer?.onEnd(reason, atMs)
  }

  /** Ends frames that are paused. */
  function endNow(reason?: 'unwatched'): void {
    const ended = pendingEnd
    if (!ended) return
    ended.cancel()
    pendingEnd = null
    end(ended.atMs, reason)
  }

  return {
    endNow,
    add(frame: AreaFrame): void {
      newest = frame.version
      observer?.onFrame(frame)
    },
    /**
     * Polling stopped here: by another node where the area is still watched,
     * else until a page is back.
     */
    pause(): void {
      const atMs = now()
      if (isWatched()) end(atMs)
      else pendingEnd = { atMs, cancel: after(BACK_SOON_MS, () => endNow()) }
    },
    /** @param version of the list now: frames end where a list came while they were paused */
    goOn(version: string | null): void {
      if (version !== newest) endNow('unwatched')
      pendingEnd?.cancel()
      pendingEnd = null
    },
  }
}
