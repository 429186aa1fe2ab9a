import { useEffect, useState } from 'react'

/** A subset of the bundled typeface, as its style sheet states it. */
export interface TypefacePart {
  readonly family: string
  /** `url("https://…")` */
  readonly source: string
  readonly weight: string
  readonly unicodeRange: string
}

/** Parts of the bundled typeface, for a worker: it has no style sheets. */
export function typefaceParts(): TypefacePart[] {
  const parts: TypefacePart[] = []
  for (const sheet of document.styleSheets) {
    if (!sheet.href?.startsWith(window.location.origin)) continue
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue
      const descriptor = (name: string) => rule.style.getPropertyValue(name)
      const path = /url\("?([^")]+)"?\)/.exec(descriptor('src'))?.[1]
      if (!path) continue
      parts.push({
        // A name, without the quotes of a style sheet.
        family: descriptor('font-family').replaceAll('"', ''),
        source: `url("${new URL(path, sheet.href)}")`,
        weight: descriptor('font-weight'),
        unicodeRange: descriptor('unicode-range'),
      })
    }
  }
  return parts
}

/** Another number whenever a part of the typeface has arrived: texts have other widths then. */
export function useTypefaceLoads(): number {
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const count = () => setLoads((before) => before + 1)
    document.fonts.addEventListener('loadingdone', count)
    return () => document.fonts.removeEventListener('loadingdone', count)
  }, [])
  return loads
}
