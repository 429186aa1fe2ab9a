import { useMemo, useSyncExternalStore } from 'react'
import { usePrinting } from '@/components/ui/use-printing'

/**
 * Colours of a vector map. Muted: vehicles, circles and labels of Kerbside
 * stand out from all of them.
 */
export type Flavour = Readonly<Record<keyof typeof light, string>>

/** `land` is that of the coast lines (--color-map-land), so that a map file's edge has no seam. */
export const light = {
  land: '#f4f5f1',
  built: '#eeefea',
  green: '#e2ebdc',
  sand: '#f1ecd9',
  water: '#cfdfe6',
  building: '#e5e6e0',
  casing: '#d2d5ce',
  highway: '#f3e4c0',
  major: '#ffffff',
  minor: '#ffffff',
  path: '#d5d8d0',
  rail: '#d0d4ce',
  boundary: '#cfd2d0',
  text: '#3c4641',
  minorText: '#55605a',
  waterText: '#3f6478',
  halo: '#fbfcfa',
}

export const dark: Flavour = {
  land: '#232b27',
  built: '#262e2a',
  green: '#25322a',
  sand: '#2e2f28',
  water: '#18232b',
  building: '#2c3430',
  casing: '#1b221f',
  highway: '#5c5844',
  major: '#4b5751',
  minor: '#3e4843',
  path: '#333b37',
  rail: '#434c48',
  boundary: '#525b57',
  text: '#d5ddd8',
  minorText: '#b3beb8',
  waterText: '#8fb0c2',
  halo: '#1b221f',
}

/**
 * High contrast: two colours of the operating system, which a canvas does not take by
 * itself, and water between them.
 * @param canvas and text: `rgb(0, 0, 0)`
 */
export function forcedFlavour(canvas: string, text: string): Flavour {
  const ground = { land: canvas, built: canvas, green: canvas, sand: canvas, building: canvas }
  const line = { casing: text, path: text, rail: text, boundary: text }
  const road = { highway: canvas, major: canvas, minor: canvas }
  const water = between(canvas, text, WATER_SHARE)
  return {
    ...ground,
    ...line,
    ...road,
    water,
    text,
    minorText: text,
    waterText: text,
    halo: canvas,
  }
}

/** Enough to tell it from land; names on it stay readable. */
const WATER_SHARE = 0.25

function between(from: string, to: string, share: number): string {
  const [start, end] = [from, to].map((colour) => [...colour.matchAll(/\d+/g)].map(Number))
  const parts = (start ?? []).map((part, n) =>
    Math.round(part + ((end?.[n] ?? part) - part) * share),
  )
  return `rgb(${parts.join(', ')})`
}

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/**
 * The flavour of the screen's theme; another one when theme, system or contrast mode change.
 * For print, see globals.css.
 */
export function useFlavour(): Flavour {
  const name = useSyncExternalStore(watch, nameNow)
  return useMemo(() => {
    if (name === 'light') return light
    const [canvas = '', text = ''] = name.split(' / ')
    return name === 'dark' ? dark : forcedFlavour(canvas, text)
  }, [name])
}

/** `light`, on paper also for `dark`, or the system's own two colours. */
export function useThemeName(): string {
  const name = useSyncExternalStore(watch, nameNow)
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
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
