import type { PixelSprite } from './pixel-sprites'

/**
 * Pixels to lay sprites on, one number each, as an ImageData holds them. Several times as fast as a canvas, where
 * every sprite is a call of its own: worth it from a few thousand on. The topmost sprite comes first, so that what
 * it hides costs no more than a look.
 */
export class Pixels {
  readonly #width: number
  readonly #height: number
  readonly #margin: number
  readonly #rowLength: number
  readonly #data: Int32Array<ArrayBuffer>

  /** @param margin how far a sprite may reach over an edge: the largest sprite's side */
  constructor(width: number, height: number, margin: number) {
    this.#width = width
    this.#height = height
    this.#margin = margin
    this.#rowLength = width + 2 * margin
    this.#data = new Int32Array(this.#rowLength * (height + 2 * margin))
  }

  fits(width: number, height: number, margin: number): boolean {
    return this.#width === width && this.#height === height && this.#margin === margin
  }

  clear(): void {
    this.#data.fill(0)
  }

  /** Lays a sprite under all that lies there already, its corner at whole pixels. */
  putUnder({ side, pixels, spans }: PixelSprite, left: number, top: number): void {
    const margin = this.#margin
    if (left <= -margin || top <= -margin || left >= this.#width || top >= this.#height) return
    const data = this.#data
    let line = (top + margin) * this.#rowLength + left + margin
    let from = 0
    for (let row = 0; row < side; row++) {
      const end = spans[row * 2 + 1] as number
      for (let column = spans[row * 2] as number; column < end; column++) {
        const over = data[line + column] as number
        if (over === 0) data[line + column] = pixels[from + column] as number
        else if (over >>> 24 !== 255) data[line + column] = blend(over, pixels[from + column] as number)
      }
      line += this.#rowLength
      from += side
    }
  }

  /** Replaces what is on the canvas. */
  putOn(context: CanvasRenderingContext2D): void {
    const image = new ImageData(new Uint8ClampedArray(this.#data.buffer), this.#rowLength)
    context.putImageData(image, -this.#margin, -this.#margin)
  }
}

/** One pixel over another, neither premultiplied; two of the three colours in one multiplication. */
export function blend(over: number, under: number): number {
  const alphaOver = over >>> 24
  const alphaRest = Math.round(((under >>> 24) * (255 - alphaOver)) / 255)
  const alpha = alphaOver + alphaRest
  if (alphaRest === 0) return over
  const share = Math.round((alphaOver * 256) / alpha)
  const rest = 256 - share
  const redBlue = (Math.imul(over & 0xff00ff, share) + Math.imul(under & 0xff00ff, rest)) >>> 8
  const green = (((over >>> 8) & 0xff) * share + ((under >>> 8) & 0xff) * rest) >>> 8
  return (alpha << 24) | (redBlue & 0xff00ff) | (green << 8)
}
