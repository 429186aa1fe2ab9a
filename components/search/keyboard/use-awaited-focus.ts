'use client'

import { useCallback, useRef } from 'react'
import { useAnyInput } from './use-any-input'

/**
 * The focus of an element that may still have to come, or that a refresh takes away for a moment: it has the focus
 * when it comes, unless the dispatcher did something else meanwhile.
 */
export function useAwaitedFocus<E extends HTMLElement>() {
  const current = useRef<E | null>(null)
  /** What had the focus when it was asked for; null when nobody asks. */
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
