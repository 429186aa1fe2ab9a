const DEADLINE_MS = 120_000

/** Changes a pixel in every frame, because Chromium throttles unchanged frames. */
export function damageEveryFrame(): void {
  const speck = document.createElement('div')
  speck.style.cssText = 'position:fixed;left:0;top:0;width:2px;height:2px;z-index:9999'
  document.body.append(speck)
  let isDark = false
  const step = () => {
    isDark = !isDark
    speck.style.background = isDark ? '#000' : '#fff'
    requestAnimationFrame(step)
  }
  step()
}

/** Resolves when a frame begins. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()))
}

/** Resolves when the main thread has finished a frame. */
function frameDone(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    }),
  )
}

/** @returns milliseconds until the frame after the one that shows the change */
export async function timeToFrame(change: () => void, isShown: () => boolean): Promise<number> {
  await nextFrame()
  const startMs = performance.now()
  change()
  for (;;) {
    await frameDone()
    await nextFrame()
    const ms = performance.now() - startMs
    // Not timed: it reads pixels of all maps but the empty one.
    if (isShown()) return ms
    if (ms > DEADLINE_MS) throw new Error(`Not shown after ${DEADLINE_MS} ms`)
  }
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Tasks of 50 ms or more on the main thread. */
export function watchLongTasks() {
  const tasks: number[] = []
  const take = (entries: PerformanceEntryList) =>
    tasks.push(...entries.map(({ duration }) => duration))
  const observer = new PerformanceObserver((list) => take(list.getEntries()))
  observer.observe({ type: 'longtask' })
  return {
    /** Durations since the last call, in milliseconds. */
    async take(): Promise<number[]> {
      await wait(50)
      take(observer.takeRecords())
      return tasks.splice(0)
    },
  }
}
