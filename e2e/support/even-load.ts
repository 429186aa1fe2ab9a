import { Agent, fetch, type RequestInit } from 'undici'

// No connection is used again: the server may close an idle one at that moment.
const dispatcher = new Agent({ pipelining: 0 })

/** Sends a request and reads its answer. @throws Error when it fails or is refused */
export async function fetchWhole(url: string, init: RequestInit = {}): Promise<void> {
  const response = await fetch(url, { ...init, dispatcher })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`Answered ${response.status}`)
}

/**
 * Sends requests at an even rate, independent of earlier answers: waiting for
 * those would hide a stall.
 * @returns milliseconds from when each is due to the end of its answer; infinity where it failed
 */
export function timeRequests(
  seconds: number,
  perSecond: number,
  send: (n: number) => Promise<void>,
): Promise<number[]> {
  const startMs = performance.now()
  const times = Array.from({ length: seconds * perSecond }, async (_, n) => {
    const dueMs = startMs + (n * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()))
    return send(n).then(
      () => performance.now() - dueMs,
      () => Number.POSITIVE_INFINITY,
    )
  })
  return Promise.all(times)
}
