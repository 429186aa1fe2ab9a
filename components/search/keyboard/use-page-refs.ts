import { useCallback, useEffect, useRef, useState } from 'react'

export function usePageRefs() {
  const [areaOpen, setAreaOpen] = useState(false)
  const [filtersOpen, setFiltersOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const areaLine = useRef<HTMLButtonElement>(null)
  const firstField = useRef<HTMLInputElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const needs = useRef<HTMLDivElement>(null)
  const filters = useRef<HTMLElement>(null)
  const shownList = useRef<HTMLDivElement | null>(null)
  const map = useRef<HTMLDivElement>(null)
  const focusSoon = useFocusSoon()
  const focusList = () => focusSoon(() => shownList.current)
  const list = useCallback(
    (element: HTMLDivElement | null) => {
      const before = shownList.current
      shownList.current = element
      // A refresh may remove the focused list for a moment.
      if (element === null && document.activeElement === before) focusSoon(() => shownList.current)
    },
    [focusSoon],
  )
  return {
    map,
    refs: { areaLine, firstField, searchField, needs, filters, list, focusList },
    opened: { areaOpen, setAreaOpen, filtersOpen, setFiltersOpen, helpOpen, setHelpOpen },
    focusSoon,
  }
}

/**
 * @returns focuses an element, at once or as soon as it is rendered, unless a key or
 * the pointer is used before
 */
function useFocusSoon() {
  const frame = useRef(0)
  useEffect(() => {
    const cancel = () => cancelAnimationFrame(frame.current)
    const inputs = ['keydown', 'pointerdown'] as const
    // In the capture phase: what the input asks for itself comes after.
    for (const input of inputs) window.addEventListener(input, cancel, true)
    return () => {
      cancel()
      for (const input of inputs) window.removeEventListener(input, cancel, true)
    }
  }, [])
  return useCallback((find: () => HTMLElement | null | undefined) => {
    cancelAnimationFrame(frame.current)
    const from = document.activeElement
    const attempt = () => {
      const element = find()
      if (!element) frame.current = requestAnimationFrame(attempt)
      else if ([from, document.body].includes(document.activeElement)) element.focus()
    }
    attempt()
  }, [])
}
