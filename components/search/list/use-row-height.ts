'use client'

import { useLayoutEffect, useRef, useState } from 'react'

/** Before the sample row is measured. */
const USUAL_PX = 40

/** Height of a row with the text size of this browser, from a sample row. */
export function useRowHeight() {
  const sample = useRef<HTMLDivElement>(null)
  const [rowHeight, setRowHeight] = useState(USUAL_PX)
  useLayoutEffect(() => {
    const element = sample.current
    if (!element) return
    const measure = () => setRowHeight(element.offsetHeight || USUAL_PX)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { sample, rowHeight }
}
