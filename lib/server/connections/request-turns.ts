import type { EventEmitter } from 'node:events'

/**
 * Beginning requests takes no more of a turn of the event loop than this or than its
 * other work, or one request.
 */
const TURN_MS = 5
/**
 * Where a network began more since connections began to be accepted, requests wait until all are.
 */
const FEW = 16
/** The longest wait, and the share of the time after it. */
const HOLD = { mostMs: 1000, share: 0.05 }

/**
 * Begins requests in turns of the event loop, one of each network's in turn, so that a client that
 * sends hundreds at once delays its own. Node accepts one connection a turn, those of others behind
 * this client's: turns stay short meanwhile.
 * @param server emits `connection`
 * @param now milliseconds of a monotonic clock
 * @returns resolves when a request from this network may begin
 */
export function createRequestTurns(
  server: Pick<EventEmitter, 'on'>,
  now: () => number = () => performance.now(),
): (network: string) => Promise<void> {
  /** By network, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>()
  /** By network, since a connection was accepted in every turn. */
  const begun = new Map<string, number>()
  let isRunning = false
  let isAccepting = false
  let holdMs = HOLD.mostMs
  let filledAtMs = now()
  server.on('connection', () => {
    isAccepting = true
  })

  function mayHold(): boolean {
    holdMs = Math.min(HOLD.mostMs, holdMs + (now() - filledAtMs) * HOLD.share)
    filledAtMs = now()
    return holdMs > 0
  }

  /** @returns false when none may begin */
  function beginNext(isHolding: boolean): boolean {
    for (const [network, requests] of waiting) {
      const count = begun.get(network) ?? 0
      if (isHolding && count >= FEW) continue
      begun.set(network, count + 1)
      waiting.delete(network)
      const begin = requests.shift()
      if (requests.length > 0) waiting.set(network, requests)
      begin?.()
      return true
    }
    return false
  }

  async function run(): Promise<void> {
    isRunning = true
    // After the first without requests, the turn in which the last one began may not have ended.
    for (let idleTurns = 0; idleTurns < 2; ) {
      const startMs = now()
      await new Promise((resolve) => setImmediate(resolve))
      idleTurns = waiting.size === 0 ? idleTurns + 1 : 0
      if (!isAccepting) begun.clear()
      const isHolding = isAccepting && mayHold()
      isAccepting = false
      const beginMs = now()
      const endMs = beginMs + Math.max(TURN_MS, beginMs - startMs)
      // All that a request does at once runs before the next tick.
      while (now() < endMs && beginNext(isHolding)) await new Promise<void>(process.nextTick)
      if (isHolding && waiting.size > 0) holdMs -= now() - startMs
    }
    isRunning = false
  }

  return (network) => {
    if (!isRunning) {
      void run()
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const others = waiting.get(network)
      if (others) others.push(resolve)
      else waiting.set(network, [resolve])
    })
  }
}
