'use client'

import { useEffect, useEffectEvent } from 'react'
import { useWatched } from '@/lib/api/queries/watch-list'

const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** Binds `w` on the page of a vehicle; the map page has its own table of keys. */
export function useWatchKey(vehicleId: string): void {
  const watched = useWatched()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isWatchKey(event) || document.querySelector('dialog[open]') !== null) return
    if (event.target instanceof Element && event.target.matches(FIELDS)) return
    if (watched.canToggle(vehicleId)) watched.toggle(vehicleId)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function isWatchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented, isComposing, repeat } = event
  return key === 'w' && !(ctrlKey || altKey || metaKey || defaultPrevented || isComposing || repeat)
}
