import { type LookupAnswer, lookUpReference } from '@/lib/queries/reference-lookup'
import { createListRun, type ListRun } from './list-run'

/** A page that is being left, or was about to be, loses its requests for so long. */
const LEAVING_MS = 3_000

const clock = {
  now: () => Date.now(),
  after(delayMs: number, run: () => void) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A list run over our own routes that takes no request cut off by a reload for a failure. */
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
