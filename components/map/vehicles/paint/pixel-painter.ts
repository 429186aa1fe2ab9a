import { pixelX, pixelY, type Viewport } from '@/components/map/canvas/viewport'
import { type RenderState, spriteOf } from '@/components/map/vehicles/render-state'
import type { Steps } from '@/lib/browser/time-slicing'
import { createPixelSprites, type PixelSprite } from './pixel-sprites'
import { Pixels } from './pixels'
import type { Atlas } from './sprites'

const SPRITES_A_STEP = 500

/** Paints thousands of vehicles as pixels; they do not glide. */
export class PixelPainter {
  #atlas: Atlas | null = null
  #spriteOf: ((number: number) => PixelSprite) | null = null
  #pixels: Pixels | null = null

  /** Replaces everything on the canvas by the painted pixels. */
  putOn(context: CanvasRenderingContext2D): void {
    this.#pixels?.putOn(context)
  }

  *paint(atlas: Atlas, viewport: Viewport, state: RenderState): Steps<void> {
    const { projection, pixelRatio } = viewport
    const { singles, columns } = state.scene
    const { x, y } = columns
    const pixels = this.#emptyPixels(viewport, atlas.side)
    const pixelSprite = this.#spritesOf(atlas)
    const half = atlas.side / 2
    // From the topmost down.
    for (let at = singles.length - 1; at >= 0; at--) {
      const slot = singles[at] as number
      pixels.putUnder(
        pixelSprite(spriteOf(state, slot)),
        Math.round(pixelX(x[slot] as number, projection) * pixelRatio - half),
        Math.round(pixelY(y[slot] as number, projection) * pixelRatio - half),
      )
      if (at % SPRITES_A_STEP === 0) yield
    }
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
