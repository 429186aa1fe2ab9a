import { useMemo } from 'react'
import { resolveColour, useThemeName } from '@/components/map/basemap/use-flavour'
import type { LabelLook, LabelSource } from './labels/label-source'

interface Names {
  readonly nameAt?: ((slot: number) => string | null) | null
  readonly namedFirst?: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()

/** At a text size of 16 pixels, the usual one. */
const FONT_SHARE = 0.75

/** The names beside the vehicles, in the colours of the page's theme; null when they are hidden. */
export function useLabels({ nameAt, namedFirst = none }: Names): LabelSource | null {
  const theme = useThemeName()
  const look = useMemo(() => readLook(theme), [theme])
  return useMemo(
    () => (nameAt ? { textOf: nameAt, first: namedFirst, look } : null),
    [nameAt, namedFirst, look],
  )
}

/** @param _theme the one that the page's colours follow */
function readLook(_theme: string): LabelLook {
  return {
    colour: resolveColour('var(--map-label)'),
    halo: resolveColour('var(--map-label-halo)'),
    fontPixels: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * FONT_SHARE,
  }
}
