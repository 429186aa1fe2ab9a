import { useSyncExternalStore } from 'react'

// As `md:` of the classes. Paper has the layout of a wide window.
const WIDE = '(min-width: 48rem), print'

/** Whether the window has room for a list beside the map. */
export function useIsWide(): boolean {
  return useSyncExternalStore(watch, () => window.matchMedia(WIDE).matches)
}

function watch(onChange: () => void): () => void {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
