import type { PixelSprite } from './pixel-sprites'

/** Pixels are opened and closed to what comes below in squares of this side, a power of two. */
const BLOCK_BITS = 3
const BLOCK = 1 << BLOCK_BITS

/**
 * Pixels to lay sprites on, one number each, as an ImageData holds them. Several times as fast as a canvas, where
 * every sprite is a call of its own: worth it from a few thousand on. The topmost sprite comes first: a block that
 * is opaque all over is not looked at again, so that a crowd costs what is seen of it.
 */
export class Pixels {
  readonly #width: number
  readonly #height: number
  readonly #margin: number
  readonly #rowLength: number
  readonly #data: Int32Array<ArrayBuffer>
  readonly #blocksAcross: number
  /** Pixels of each block that something below still shows through. */
  readonly #open: Uint8Array

  /** @param margin how far a sprite may reach over an edge: the largest sprite's side */
  constructor(width: number, height: number, margin: number) {
    this.#width = width
    this.#height = height
    this.#margin = margin
    this.#rowLength = width + 2 * margin
    const rows = height + 2 * margin
    this.#data = new Int32Array(this.#rowLength * rows)
    this.#blocksAcross = blocksOf(this.#rowLength)
    this.#open = new Uint8Array(this.#blocksAcross * blocksOf(rows)).fill(BLOCK * BLOCK)
  }

  fits(width: number, height: number, margin: number): boolean {
    return this.#width === width && this.#height === height && this.#margin === margin
  }

  clear(): void {
    this.#data.fill(0)
    this.#open.fill(BLOCK * BLOCK)
  }

  /** Lays a sprite under all that lies there already, its corner at whole pixels. */
  putUnder(sprite: PixelSprite, left: number, top: number): void {
    const margin = this.#margin
    if (left <= -margin || top <= -margin || left >= this.#width || top >= this.#height) return
    const { side, pixels, spans, box } = sprite
    const [x, y] = [left + margin, top + margin]
    if (this.#isHidden(x + box.left, y + box.top, x + box.right - 1, y + box.bottom - 1)) return
    const data = this.#data
    const open = this.#open
    for (let row = box.top; row < box.bottom; row++) {
      const line = (y + row) * this.#rowLength + x
      const blocks = ((y + row) >> BLOCK_BITS) * this.#blocksAcross
      const from = row * side
      const end = spans[row * 2 + 1] as number
      for (let column = spans[row * 2] as number; column < end; column++) {
        const over = data[line + column] as number
        if (over >>> 24 === 255) continue
        const under = pixels[from + column] as number
        const pixel = over === 0 ? under : blend(over, under)
        data[line + column] = pixel
        if (pixel >>> 24 !== 255) continue
        const block = blocks + ((x + column) >> BLOCK_BITS)
        open[block] = (open[block] as number) - 1
      }
    }
  }

  #isHidden(left: number, top: number, right: number, bottom: number): boolean {
    const lastRow = bottom >> BLOCK_BITS
    const lastColumn = right >> BLOCK_BITS
    for (let row = top >> BLOCK_BITS; row <= lastRow; row++)
      for (let column = left >> BLOCK_BITS; column <= lastColumn; column++)
        if (this.#open[row * this.#blocksAcross + column] !== 0) return false
    return true
  }

  /** A copy of some of it, one number a pixel, row by row. */
  at(left: number, top: number, width: number, height: number): Int32Array {
    const copy = new Int32Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (row + top + this.#margin) * this.#rowLength + left + this.#margin
      copy.set(this.#data.subarray(from, from + width), row * width)
    }
    return copy
  }

  /** Replaces what is on the canvas. */
  putOn(context: CanvasRenderingContext2D): void {
    const image = new ImageData(new Uint8ClampedArray(this.#data.buffer), this.#rowLength)
    context.putImageData(image, -this.#margin, -this.#margin)
  }
}

function blocksOf(length: number): number {
  return Math.ceil(length / BLOCK)
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
