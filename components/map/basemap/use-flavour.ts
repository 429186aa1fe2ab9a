'use client'

import { useSyncExternalStore } from 'react'
import { dark, type Flavour, forcedFlavour, light } from './flavours'

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/** The flavour of the page's theme; another one when theme, system or contrast mode change. */
export function useFlavour(): Flavour {
  const name = useThemeName()
  if (name === 'light') return light
  return name === 'dark' ? dark : forced(name)
}

/** `light`, `dark`, or the system's own two colours. */
export function useThemeName(): string {
  return useSyncExternalStore(watch, nameNow)
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

const cache = new Map<string, Flavour>()

function forced(name: string): Flavour {
  const [canvas = '', text = ''] = name.split(' / ')
  const flavour = cache.get(name) ?? forcedFlavour(canvas, text)
  cache.set(name, flavour)
  return flavour
}

/** A colour of the page as a canvas takes it. @param colour any of CSS, such as `var(--text)` */
export function resolveColour(colour: string): string {
  const probe = document.createElement('span')
  probe.style.color = colour
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
