import type { PixelSprite } from './pixel-sprites'

/**
 * Pixels to put sprites on, one number each, as an ImageData holds them. Several times as fast as a canvas, whose
 * every blit is a call of its own; worth it from a few thousand sprites on.
 */
export class Pixels {
  readonly width: number
  readonly height: number
  readonly #margin: number
  readonly #rowLength: number
  readonly #data: Uint32Array<ArrayBuffer>

  /** @param margin how far a sprite may reach over an edge: the largest sprite's side */
  constructor(width: number, height: number, margin: number) {
    this.width = width
    this.height = height
    this.#margin = margin
    this.#rowLength = width + 2 * margin
    this.#data = new Uint32Array(this.#rowLength * (height + 2 * margin))
  }

  fits(width: number, height: number, margin: number): boolean {
    return this.width === width && this.height === height && this.#margin === margin
  }

  clear(): void {
    this.#data.fill(0)
  }

  /** Puts a sprite's corner at whole pixels; one that stands outside the margin is left out. */
  put({ side, pixels, spans }: PixelSprite, left: number, top: number): void {
    const margin = this.#margin
    if (left < -margin || top < -margin || left >= this.width || top >= this.height) return
    const data = this.#data
    let line = (top + margin) * this.#rowLength + left + margin
    for (let row = 0; row < side; row++, line += this.#rowLength) {
      const end = spans[row * 2 + 1] as number
      for (let column = spans[row * 2] as number; column < end; column++) {
        const over = pixels[row * side + column] as number
        const alpha = over >>> 24
        const at = line + column
        if (alpha === 255) data[at] = over
        else if (alpha !== 0) data[at] = blend(data[at] as number, over, alpha)
      }
    }
  }

  putOn(context: CanvasRenderingContext2D): void {
    const image = new ImageData(new Uint8ClampedArray(this.#data.buffer), this.#rowLength)
    context.putImageData(image, -this.#margin, -this.#margin)
  }
}

/** Two red-and-blue halves at once; exact to one step of a colour. */
function blend(under: number, over: number, alpha: number): number {
  const alphaUnder = under >>> 24
  if (alphaUnder === 0) return over
  const rest = (alphaUnder * (255 - alpha)) / 255
  const alphaBoth = alpha + rest
  const share = Math.round((alpha * 256) / alphaBoth)
  const redBlue = ((under & 0xff00ff) * (256 - share) + (over & 0xff00ff) * share) / 256
  const green = (((under >>> 8) & 0xff) * (256 - share) + ((over >>> 8) & 0xff) * share) >>> 8
  return ((Math.round(alphaBoth) << 24) | (redBlue & 0xff00ff) | (green << 8)) >>> 0
}
