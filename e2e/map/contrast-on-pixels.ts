import type { Page } from '@playwright/test'

/** A part of the screen with one mark on it. */
export interface Patch {
  readonly name: string
  /** Its middle, in pixels of the page. */
  readonly x: number
  readonly y: number
  /** Half of its sides. */
  readonly reach: readonly [across: number, down: number]
  /** Pixels of the mark that have to stand out: its outline, or the strokes of its letters. */
  readonly pixels: number
}

/** Colours that cover less of a patch are edges of something else. */
const GROUND_SHARE = 0.1

// Of the three channels together: anything less is invisible.
const CHANGED = 12

/**
 * Compares two screenshots, with the marks and without.
 * @returns by name of the patch: the contrast that a given number of pixels of its mark have against every colour of
 *   its ground
 */
export function contrastsOf(
  page: Page,
  shots: { readonly marked: Buffer; readonly bare: Buffer },
  patches: readonly Patch[],
): Promise<Record<string, number>> {
  return page.evaluate(
    async ([marked, bare, patches, share, changed]) => {
      const read = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
        const image = await createImageBitmap(new Blob([bytes]))
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
          willReadFrequently: true,
        }) as OffscreenCanvasRenderingContext2D
        context.drawImage(image, 0, 0)
        return context
      }
      // Source: WCAG 2.2, relative luminance and contrast ratio
      const luminance = (red: number, green: number, blue: number) => {
        const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
          part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const contrast = (one: number, other: number) =>
        (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
      const [withMarks, without] = [await read(marked), await read(bare)]
      return Object.fromEntries(
        patches.map(({ name, x, y, reach: [across, down], pixels }) => {
          const box = [Math.round(x - across), Math.round(y - down), 2 * across, 2 * down] as const
          const [above, below] = [withMarks.getImageData(...box).data, without.getImageData(...box).data]
          const mark: number[] = []
          const grounds = new Map<string, { luminance: number; count: number }>()
          for (let at = 0; at < below.length; at += 4) {
            const ground = [...below.subarray(at, at + 3)] as [number, number, number]
            const colour = [...above.subarray(at, at + 3)] as [number, number, number]
            const known = grounds.get(String(ground)) ?? { luminance: luminance(...ground), count: 0 }
            known.count += 1
            grounds.set(String(ground), known)
            if (colour.reduce((sum, part, n) => sum + Math.abs(part - (ground[n] ?? 0)), 0) >= changed)
              mark.push(luminance(...colour))
          }
          const reached = [...grounds.values()]
            .filter(({ count }) => count * 4 >= below.length * share)
            .map(({ luminance }) => mark.map((one) => contrast(one, luminance)).sort((a, b) => b - a))
            .map((contrasts) => contrasts[pixels - 1] ?? 1)
          return [name, Math.min(...reached)]
        }),
      )
    },
    [shots.marked.toString('base64'), shots.bare.toString('base64'), patches, GROUND_SHARE, CHANGED] as const,
  )
}
