import { useSyncExternalStore } from 'react'
import { usePrinting } from '@/components/ui/use-printing'

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/** `light`, `dark`, or the system's own two colours: also while it is printed. */
export function useScreenTheme(): string {
  return useSyncExternalStore(watch, nameNow)
}

/** `light`, on paper also for `dark`, or the system's own two colours. */
export function useThemeName(): string {
  const name = useScreenTheme()
  return usePrinting() && name === 'dark' ? 'light' : name
}

function watch(onChange: () => void): () => void {
  const queries = QUERIES.map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange)
    observer.disconnect()
  }
}

/** With forced colours the two colours themselves, since the system may have any. */
function nameNow(): string {
  if (window.matchMedia('(forced-colors: active)').matches)
    return `${resolveColour('Canvas')} / ${resolveColour('CanvasText')}`
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/**
 * A colour of the page as a canvas takes it.
 * @param colour any of CSS, such as `var(--color-text)`
 */
export function resolveColour(colour: string): string {
  const probe = document.createElement('span')
  probe.style.color = colour
  // Mixed from the system's colours, it would be replaced by one of them.
  probe.style.setProperty('forced-color-adjust', 'none')
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
