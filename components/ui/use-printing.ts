import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: lists then render all of their rows, and maps have their light colours. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, () => false)
}

let isBetweenEvents = false

export function isPrinting(): boolean {
  return isBetweenEvents || window.matchMedia('print').matches
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia('print')
  // The browser lays the pages out right after the event.
  const change = (isBetween: boolean) => () => {
    isBetweenEvents = isBetween
    // Canvases read their colours from the page, to which print styles do not apply yet.
    document.documentElement.toggleAttribute('data-printing', isBetween)
    flushSync(onChange)
  }
  const [before, after] = [change(true), change(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  media.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    media.removeEventListener('change', onChange)
  }
}
