'use client'

import { useCallback, useEffect, useRef } from 'react'
import { useAnyInput } from './use-any-input'

/** @returns runs something in the next frame, unless the dispatcher does something else before that */
export function useNextFrame(): (run: () => void) => void {
  const request = useRef(0)
  const callOff = useCallback(() => cancelAnimationFrame(request.current), [])
  useAnyInput(callOff)
  useEffect(() => callOff, [callOff])

  return useCallback((run) => {
    request.current = requestAnimationFrame(run)
  }, [])
}
