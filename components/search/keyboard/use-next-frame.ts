'use client'

import { useCallback, useEffect, useRef } from 'react'
import { useEveryDeed } from './use-any-input'

/** @returns runs something in the next frame, unless the dispatcher does something else before that */
export function useSoon(): (run: () => void) => void {
  const request = useRef(0)
  const callOff = useCallback(() => cancelAnimationFrame(request.current), [])
  useEveryDeed(callOff)
  useEffect(() => callOff, [callOff])

  return useCallback((run) => {
    request.current = requestAnimationFrame(run)
  }, [])
}
