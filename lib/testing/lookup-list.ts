import { createListRun } from '@/components/lookup/list/list-run'
import type { ListRow } from '@/components/lookup/list/list-state'
import type { LookupAnswer } from '@/lib/queries/reference-lookup'

/** A list run on a simulated server and clock. */
export function createTestRun() {
  let nowMs = Date.UTC(2025, 0, 1, 12)
  const timers = new Set<{ atMs: number; run: () => void }>()
  const asked: {
    ourRef: string
    atMs: number
    signal: AbortSignal
    answer: (answer: LookupAnswer) => void
  }[] = []
  const open = new Set<(typeof asked)[number]>()
  const run = createListRun({
    clock: {
      now: () => nowMs,
      after(delayMs, run) {
        const timer = { atMs: nowMs + delayMs, run }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
    lookUp: (ourRef, signal) =>
      new Promise((resolve, reject) => {
        const call = { ourRef, atMs: nowMs, signal, answer: resolve }
        asked.push(call)
        open.add(call)
        signal.addEventListener('abort', () => {
          open.delete(call)
          reject(signal.reason)
        })
      }),
  })

  return {
    run,
    /** All calls, in order. */
    asked,
    /** Calls without an answer yet. */
    open,
    now: () => nowMs,
    async answer(answer: LookupAnswer, nth = 0) {
      const call = [...open][nth % open.size]
      if (!call) return
      open.delete(call)
      call.answer(answer)
      await settled()
    },
    async pass(ms: number) {
      nowMs += ms
      for (const timer of [...timers]) {
        if (timer.atMs > nowMs) continue
        timers.delete(timer)
        timer.run()
      }
      await settled()
    },
  }
}

export function rowsOf(count: number): ListRow[] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    ourRef: `KB-${index + 1}`,
    outcome: null,
  }))
}

export const found = (vehicleId = 'v-1'): LookupAnswer => ({ kind: 'found', vehicleId })
export const failed: LookupAnswer = { kind: 'failed', problem: 'upstream-timeout' }

/** Lets settled promises call back. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
