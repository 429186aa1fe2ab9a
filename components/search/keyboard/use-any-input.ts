'use client'

import { useEffect } from 'react'

/**
 * Calls back on any key or pointer event, in the capture phase, so that pending work can be cancelled first.
 * @param onInput the same function at every render
 */
export function useAnyInput(onInput: () => void): void {
  useEffect(() => {
    window.addEventListener('keydown', onInput, true)
    window.addEventListener('pointerdown', onInput, true)
    return () => {
      window.removeEventListener('keydown', onInput, true)
      window.removeEventListener('pointerdown', onInput, true)
    }
  }, [onInput])
}
