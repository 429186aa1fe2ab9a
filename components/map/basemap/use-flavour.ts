'use client'

import { useSyncExternalStore } from 'react'
import { dark, type Flavour, forcedFlavour, light } from './flavours'

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/** The flavour of the page's theme; another one when theme, system or contrast mode change. */
export function useFlavour(): Flavour {
  const name = useSyncExternalStore(watch, nameNow)
  if (name === 'light') return light
  return name === 'dark' ? dark : forced(name)
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
    return `${systemColour('Canvas')} / ${systemColour('CanvasText')}`
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

/** As a canvas takes it. */
function systemColour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = name
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
