'use client'

import { useEffect } from 'react'

/**
 * Tells of every key and touch anywhere on the page, before whoever acts on it: what was asked for earlier can be
 * dropped then.
 * @param onDeed the same function at every render
 */
export function useAnyInput(onDeed: () => void): void {
  useEffect(() => {
    window.addEventListener('keydown', onDeed, true)
    window.addEventListener('pointerdown', onDeed, true)
    return () => {
      window.removeEventListener('keydown', onDeed, true)
      window.removeEventListener('pointerdown', onDeed, true)
    }
  }, [onDeed])
}
