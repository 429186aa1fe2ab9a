import { pixelX, pixelY, type Viewport } from '@/components/map/canvas/viewport'
import { type RenderState, spriteOf } from '@/components/map/vehicles/render-state'
import { createPixelSprites, type PixelSprite } from './pixel-sprites'
import { Pixels } from './pixels'
import type { Atlas } from './sprites'

/** Sprites between two readings of the clock. */
const AT_ONCE = 500

/** Paints thousands of vehicles as pixels, in slices; they do not glide. */
export class PixelPainter {
  #atlas: Atlas | null = null
  #spriteOf: ((number: number) => PixelSprite) | null = null
  #pixels: Pixels | null = null

  /** @returns paints until a time of `performance.now()`; true when all is painted */
  start(atlas: Atlas, viewport: Viewport, state: RenderState): (untilMs: number) => boolean {
    const { projection, pixelRatio } = viewport
    const { singles, columns } = state.scene
    const { x, y } = columns
    const pixels = this.#emptyPixels(viewport, atlas.side)
    const pixelSprite = this.#spritesOf(atlas)
    const half = atlas.side / 2
    // From the topmost down.
    let left = singles.length
    return (untilMs) => {
      while (left > 0) {
        for (const end = Math.max(0, left - AT_ONCE); left > end; left--) {
          const slot = singles[left - 1] as number
          pixels.putUnder(
            pixelSprite(spriteOf(state, slot)),
            Math.round(pixelX(x[slot] as number, projection) * pixelRatio - half),
            Math.round(pixelY(y[slot] as number, projection) * pixelRatio - half),
          )
        }
        if (performance.now() >= untilMs) break
      }
      return left === 0
    }
  }

  /** Replaces everything on the canvas by the painted pixels. */
  putOn(context: CanvasRenderingContext2D): void {
    this.#pixels?.putOn(context)
  }

  /** Frees the pixels, tens of megabytes for a large map. */
  drop(): void {
    this.#pixels = null
  }

  #emptyPixels({ width, height, pixelRatio }: Viewport, margin: number): Pixels {
    const [across, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
    if (this.#pixels?.fits(across, down, margin)) this.#pixels.clear()
    else this.#pixels = new Pixels(across, down, margin)
    return this.#pixels
  }

  #spritesOf(atlas: Atlas): (number: number) => PixelSprite {
    if (this.#atlas !== atlas || this.#spriteOf === null) this.#spriteOf = createPixelSprites(atlas)
    this.#atlas = atlas
    return this.#spriteOf
  }
}
