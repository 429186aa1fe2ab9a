import { pixelX, pixelY } from '@/components/map/canvas/projection'
import { lookOf, type PaintedSight, type RenderState } from '@/components/map/vehicles/render-state'
import { createPixelSprites, type PixelSprite } from './pixel-sprites'
import { Pixels } from './pixels'
import type { Atlas } from './sprites'

/** Sprites between two looks at the clock. */
const AT_ONCE = 500

/** Paints thousands of vehicles as pixels, a slice at a time; they do not glide. */
export class PixelPainter {
  #atlas: Atlas | null = null
  #spriteOf: ((number: number) => PixelSprite) | null = null
  #pixels: Pixels | null = null

  /** @returns what goes on with it until a time of `performance.now()`, and says whether all is done */
  start(atlas: Atlas, sight: PaintedSight, picture: RenderState): (untilMs: number) => boolean {
    const { projection, pixelRatio } = sight
    const { singles, columns } = picture.scene
    const { x, y } = columns
    const pixels = this.#emptyPixels(sight, atlas.side)
    const spriteOf = this.#spritesOf(atlas)
    const half = atlas.side / 2
    // From the topmost down.
    let left = singles.length
    return (untilMs) => {
      while (left > 0) {
        for (const end = Math.max(0, left - AT_ONCE); left > end; left--) {
          const index = singles[left - 1] as number
          pixels.putUnder(
            spriteOf(lookOf(picture, index)),
            Math.round(pixelX(x[index] as number, projection) * pixelRatio - half),
            Math.round(pixelY(y[index] as number, projection) * pixelRatio - half),
          )
        }
        if (performance.now() >= untilMs) break
      }
      return left === 0
    }
  }

  /** What was painted, instead of all that is on the canvas. */
  putOn(context: CanvasRenderingContext2D): void {
    this.#pixels?.putOn(context)
  }

  /** The pixels of a large map are tens of megabytes: they go when they are no longer needed. */
  drop(): void {
    this.#pixels = null
  }

  #emptyPixels({ width, height, pixelRatio }: PaintedSight, margin: number): Pixels {
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
