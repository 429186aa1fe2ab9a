'use client'

import { useCallback, useEffect, useRef } from 'react'

/** @returns runs something in the next frame, unless the dispatcher does something else before that */
export function useSoon(): (run: () => void) => void {
  const request = useRef(0)

  useEffect(() => {
    const callOff = () => cancelAnimationFrame(request.current)
    // Before whoever asks because of the very same key.
    window.addEventListener('keydown', callOff, true)
    window.addEventListener('pointerdown', callOff, true)
    return () => {
      callOff()
      window.removeEventListener('keydown', callOff, true)
      window.removeEventListener('pointerdown', callOff, true)
    }
  }, [])

  return useCallback((run) => {
    request.current = requestAnimationFrame(run)
  }, [])
}
