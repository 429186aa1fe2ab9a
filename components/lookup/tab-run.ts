import { type LookupAnswer, lookUpReference } from '@/lib/queries/reference-lookup'
import { createListRun, type ListRun } from './list-run'

/** How long requests may fail because the page is being left. */
const LEAVING_MS = 3_000

const clock = {
  now: () => Date.now(),
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A list run in the browser that does not count requests cut off by a reload as failures. */
export function createTabRun(): { readonly run: ListRun; readonly onLeaving: () => void } {
  let leftAtMs = Number.NEGATIVE_INFINITY
  async function lookUp(ourRef: string, signal: AbortSignal): Promise<LookupAnswer> {
    const answer = await lookUpReference(ourRef, signal).catch(
      (): LookupAnswer => ({ kind: 'failed', problem: 'kerbside-unreachable' }),
    )
    const isCutOff = answer.kind === 'failed' && clock.now() - leftAtMs < LEAVING_MS
    return isCutOff ? { kind: 'pause', pauseMs: LEAVING_MS } : answer
  }
  return {
    run: createListRun({ lookUp, clock }),
    onLeaving: () => {
      leftAtMs = clock.now()
    },
  }
}
