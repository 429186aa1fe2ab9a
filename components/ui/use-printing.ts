import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/**
 * Whether the page is being printed: lists then render all of their rows, and maps
 * have their light colours.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, () => false)
}

let isBetweenEvents = false

export function isPrinting(): boolean {
  return isBetweenEvents || window.matchMedia('print').matches
}

const listeners = new Set<() => void>()

// For as long as the page lives: one that hears the first event only would stay as on paper.
if (typeof window !== 'undefined') {
  // The browser lays the pages out right after the event.
  const change = (isBetween: boolean) => () => {
    isBetweenEvents = isBetween
    // Canvases read their colours from the page, to which print styles do not apply yet.
    document.documentElement.toggleAttribute('data-printing', isBetween)
    flushSync(() => {
      for (const listener of listeners) listener()
    })
  }
  window.addEventListener('beforeprint', change(true))
  window.addEventListener('afterprint', change(false))
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia('print')
  listeners.add(onChange)
  media.addEventListener('change', onChange)
  return () => {
    listeners.delete(onChange)
    media.removeEventListener('change', onChange)
  }
}
