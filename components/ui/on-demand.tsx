import { type ComponentType, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button'
import { Notice } from './notice'

// After the first view, and before an update of Kerbside removes the code that
// this page was built with.
const IDLE_AFTER_MS = 10_000
const RETRY_EARLY_MS = 60_000

/**
 * Code that the first view does not need: loaded by its first use, the first key or touch,
 * or while the page is idle.
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
  if (typeof window !== 'undefined') {
    // A failure matters when the code is used, which may be when the server is away again.
    const early = () => whenIdle(() => start().catch(() => setTimeout(early, RETRY_EARLY_MS)))
    setTimeout(early, IDLE_AFTER_MS)
    // After `b` the pick-up point is typed at once: letters for a field that is not
    // there yet would be shortcuts.
    for (const input of ['keydown', 'pointerdown'] as const)
      window.addEventListener(input, early, { once: true, capture: true })
  }
  return start
}

/** A failed part is asked for again this often while it is needed. */
const RETRY_MS = 5_000

/** Loads code that is needed now, until it is there. @returns stops */
export function untilLoaded(
  start: () => Promise<unknown>,
  onState: (state: 'loaded' | 'failed') => void,
): () => void {
  let isNeeded = true
  let timer: ReturnType<typeof setTimeout> | undefined
  function settle(state: 'loaded' | 'failed') {
    if (!isNeeded) return
    onState(state)
    if (state === 'failed') timer = setTimeout(attempt, RETRY_MS)
  }
  function attempt() {
    void start().then(
      () => settle('loaded'),
      () => settle('failed'),
    )
  }
  attempt()
  return () => {
    isNeeded = false
    clearTimeout(timer)
  }
}

/**
 * A component that is `loadedLater`, rendered once it is there. A failure is shown, and
 * leaves the rest of the page.
 */
export function onDemand<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const start = loadedLater(async () => {
    loaded = (await load())[name]
  })
  return function OnDemand(props: Props) {
    const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading')
    useEffect(() => (loaded ? undefined : untilLoaded(start, setState)), [])
    const Part = loaded
    if (Part) return <Part {...props} />
    return state === 'failed' ? <PartFailed /> : null
  }
}

/** Below the page, which gives way to it, wherever the part itself belongs. */
export function PartFailed() {
  return createPortal(
    <div className="shrink-0 p-2 print:hidden">
      <Notice
        tone="danger"
        title="A part of this page could not be loaded"
        className="mx-auto max-w-md"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        Kerbside will try again. If this continues, reload the page.
      </Notice>
    </div>,
    document.body,
  )
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run)
  else run()
}
