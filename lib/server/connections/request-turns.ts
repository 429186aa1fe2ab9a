import type { EventEmitter } from 'node:events'

/** Beginning requests takes no more of a turn of the event loop than this or than its other work, or one request. */
const TURN_MS = 5
/** An owner with more new connections in a second waits until those of others are accepted. */
const FEW = 16
const COUNTED_MS = 1_000
/** It waits so long, then no longer than requests took meanwhile. */
const ACCEPTING_MS = 1_000

/**
 * Begins requests in turns of the event loop, each owner's in turn, so that a client that sends hundreds at once delays
 * its own only. Node accepts one connection a turn, and those of others wait behind this client's: turns are kept short
 * until all are accepted.
 * @param server emits `connection`
 * @param onAccepting called with whether there are more, when that has changed
 * @param now milliseconds of a monotonic clock
 * @returns resolves when a request of this owner, on this connection, may begin
 */
export function createRequestTurns(
  server: Pick<EventEmitter, 'on'>,
  onAccepting: (isAccepting: boolean) => void,
  now: () => number = () => performance.now(),
): (owner: string, connection: object) => Promise<void> {
  /** By owner, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>()
  /** Connections without a request so far. */
  const fresh = new WeakSet<object>()
  /** New connections by owner since `countedSinceMs`. */
  const connected = new Map<string, number>()
  let countedSinceMs = now()
  let isRunning = false
  let hasAccepted = false
  let isAccepting = false
  server.on('connection', (connection: object) => {
    hasAccepted = true
    fresh.add(connection)
  })

  function count(owner: string, connection: object): void {
    if (!fresh.delete(connection)) return
    if (now() - countedSinceMs >= COUNTED_MS) {
      connected.clear()
      countedSinceMs = now()
    }
    connected.set(owner, (connected.get(owner) ?? 0) + 1)
  }

  function setAccepting(next: boolean): void {
    if (next !== isAccepting) onAccepting(next)
    isAccepting = next
  }

  /** @returns false when none may begin */
  function beginNext(): boolean {
    for (const [owner, requests] of waiting) {
      if (isAccepting && (connected.get(owner) ?? 0) > FEW) continue
      waiting.delete(owner)
      const begin = requests.shift()
      if (requests.length > 0) waiting.set(owner, requests)
      begin?.()
      return true
    }
    return false
  }

  async function run(): Promise<void> {
    isRunning = true
    let heldMs = 0
    let idleTurns = 0
    // After the first the turn in which the last request began may not have ended.
    while (idleTurns < 2) {
      const startMs = now()
      await new Promise((resolve) => setImmediate(resolve))
      idleTurns = waiting.size === 0 ? idleTurns + 1 : 0
      setAccepting(hasAccepted && heldMs < ACCEPTING_MS)
      hasAccepted = false
      const beginMs = now()
      const endMs = beginMs + Math.max(TURN_MS, beginMs - startMs)
      // Other work of the request runs before the next tick.
      while (now() < endMs && beginNext()) await new Promise<void>((resolve) => process.nextTick(resolve))
      heldMs = isAccepting ? heldMs + now() - startMs : Math.max(0, heldMs - (now() - beginMs))
    }
    setAccepting(false)
    isRunning = false
  }

  return (owner, connection) => {
    count(owner, connection)
    if (!isRunning) {
      void run()
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const others = waiting.get(owner)
      if (others) others.push(resolve)
      else waiting.set(owner, [resolve])
    })
  }
}
