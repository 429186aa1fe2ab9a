'use client'

import { useCallback, useEffect, useRef } from 'react'
import { useAnyInput } from './use-any-input'

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
