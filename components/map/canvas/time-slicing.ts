/**
 * Does long work a slice at a time, the first one at once, and lets the page breathe in between.
 * @param sliceMs so long the page is kept from answering; a frame has 16 ms
 * @param step works until a time of `performance.now()`; true when all is done
 * @returns stops it
 */
export function inSlices(sliceMs: number, step: (untilMs: number) => boolean, done: () => void): () => void {
  if (step(performance.now() + sliceMs)) {
    done()
    return () => undefined
  }
  // A timer would wait 4 ms each time.
  const { port1, port2 } = new MessageChannel()
  const stop = () => port1.close()
  port1.onmessage = () => {
    if (!step(performance.now() + sliceMs)) return port2.postMessage(null)
    stop()
    done()
  }
  port2.postMessage(null)
  return stop
}
