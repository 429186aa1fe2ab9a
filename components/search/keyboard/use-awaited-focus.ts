'use client'

import { useCallback, useEffect, useRef } from 'react'

/**
 * Focuses an element that may not be rendered yet, or that a refresh removes for a moment: as soon as it is there,
 * unless there was any input in between.
 * @param find the part of it that takes the focus; the same function at every render
 */
export function useAwaitedFocus<E extends HTMLElement>(find: (element: E) => HTMLElement | null = itself) {
  const current = useRef<E | null>(null)
  /** The focused element when focus was requested; null without a request. */
  const awaitedFrom = useRef<Element | null>(null)

  const forget = useCallback(() => {
    awaitedFrom.current = null
  }, [])
  useAnyInput(forget)

  const ref = useCallback(
    (element: E | null) => {
      const { activeElement, body } = document
      if (element === null && activeElement !== null && activeElement === current.current)
        awaitedFrom.current = body
      current.current = element
      if (element === null || awaitedFrom.current === null) return
      if (activeElement === awaitedFrom.current || activeElement === body) find(element)?.focus()
      awaitedFrom.current = null
    },
    [find],
  )

  const focus = useCallback(() => {
    if (current.current) find(current.current)?.focus()
    else awaitedFrom.current = document.activeElement
  }, [find])
  return { ref, focus }
}

function itself(element: HTMLElement): HTMLElement {
  return element
}

/**
 * Calls back on any key or pointer event, in the capture phase, so that pending work can be cancelled first.
 * @param onInput the same function at every render
 */
function useAnyInput(onInput: () => void): void {
  useEffect(() => {
    window.addEventListener('keydown', onInput, true)
    window.addEventListener('pointerdown', onInput, true)
    return () => {
      window.removeEventListener('keydown', onInput, true)
      window.removeEventListener('pointerdown', onInput, true)
    }
  }, [onInput])
}

/** @returns runs a function in the next frame, unless there is any input before it */
export function useNextFrame(): (run: () => void) => void {
  const request = useRef(0)
  const cancel = useCallback(() => cancelAnimationFrame(request.current), [])
  useAnyInput(cancel)
  useEffect(() => cancel, [cancel])

  return useCallback((run) => {
    request.current = requestAnimationFrame(run)
  }, [])
}
