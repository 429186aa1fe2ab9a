'use client'

import { useCallback, useEffect, useRef } from 'react'

/**
 * Focuses an element that may not be rendered yet, or that a refresh removes for a moment: as soon as it is there,
 * unless there was any input in between.
 */
export function useAwaitedFocus<E extends HTMLElement>() {
  const current = useRef<E | null>(null)
  /** The focused element when focus was requested; null without a request. */
  const awaitedFrom = useRef<Element | null>(null)

  const forget = useCallback(() => {
    awaitedFrom.current = null
  }, [])
  useAnyInput(forget)

  const ref = useCallback((element: E | null) => {
    const { activeElement, body } = document
    if (element === null && activeElement !== null && activeElement === current.current)
      awaitedFrom.current = body
    current.current = element
    if (element === null || awaitedFrom.current === null) return
    if (activeElement === awaitedFrom.current || activeElement === body) element.focus()
    awaitedFrom.current = null
  }, [])

  const focus = useCallback(() => {
    if (current.current) current.current.focus()
    else awaitedFrom.current = document.activeElement
  }, [])
  return { ref, focus }
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
