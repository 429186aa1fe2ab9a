'use client'

import { type ComponentType, useEffect, useState } from 'react'

// After the first view, and before an update of Kerbside removes the code that this page was built with.
const IDLE_AFTER_MS = 10_000

/**
 * Code that the first view does not need: loaded by its first use, or while the page is idle.
 * @param load `() => import('./part')`
 * @returns the same code at every call
 */
export function loadedLater<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | null = null
  const start = () => {
    code ??= load().catch((error: unknown) => {
      // The next use tries again.
      code = null
      throw error
    })
    return code
  }
  // A failure matters when the code is used.
  if (typeof window !== 'undefined') setTimeout(() => whenIdle(() => start().catch(() => {})), IDLE_AFTER_MS)
  return start
}

/** A part of a page that is `loadedLater`. Nothing is rendered until it is loaded, and from then on the part at once. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const start = loadedLater(async () => {
    loaded = await load()
  })
  return function OnDemand(props: Props) {
    const [, setLoaded] = useState(loaded !== null)
    useEffect(() => {
      if (loaded) return
      let isUsed = true
      const show = (render: () => boolean) => {
        if (isUsed) setLoaded(render)
      }
      start().then(
        () => show(() => true),
        // Thrown while rendering, for the page's error boundary.
        (error: unknown) =>
          show(() => {
            throw error
          }),
      )
      return () => {
        isUsed = false
      }
    }, [])
    const Part = loaded
    return Part ? <Part {...props} /> : null
  }
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else run()
}
