'use client'

import { useCallback, useRef } from 'react'
import { useAnyInput } from './use-any-input'

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
