import { type PixelSprite, WORD, wordsOf } from './pixel-sprites'

/**
 * A picture of one number per pixel, as in ImageData, painted from the topmost sprite down: opaque pixels are
 * skipped, 32 at a time. For thousands of sprites several times as fast as one canvas call each.
 */
export class Pixels {
  readonly #width: number
  readonly #height: number
  readonly #margin: number
  readonly #rowLength: number
  readonly #data: Int32Array<ArrayBuffer>
  readonly #wordsAcross: number
  /** One bit per pixel, the first one the lowest: nothing below shows through. */
  readonly #closed: Int32Array

  /** @param margin reach of a sprite beyond an edge: the largest sprite's side */
  constructor(width: number, height: number, margin: number) {
    this.#width = width
    this.#height = height
    this.#margin = margin
    this.#rowLength = width + 2 * margin
    const rows = height + 2 * margin
    this.#data = new Int32Array(this.#rowLength * rows)
    // One more than needed: a sprite at the end of a row touches the next word.
    this.#wordsAcross = wordsOf(this.#rowLength) + 1
    this.#closed = new Int32Array(this.#wordsAcross * rows)
  }

  fits(width: number, height: number, margin: number): boolean {
    return this.#width === width && this.#height === height && this.#margin === margin
  }

  clear(): void {
    this.#data.fill(0)
    this.#closed.fill(0)
  }

  /** Paints a sprite below everything painted so far, its corner at whole pixels. */
  putUnder(sprite: PixelSprite, left: number, top: number): void {
    const margin = this.#margin
    if (left <= -margin || top <= -margin || left >= this.#width || top >= this.#height) return
    const { side, words, visible, opaque, firstRow, endRow } = sprite
    const [x, y] = [left + margin, top + margin]
    const shift = x % WORD
    const closed = this.#closed
    for (let row = firstRow; row < endRow; row++) {
      let from = row * side - shift
      let to = (y + row) * this.#rowLength + x - shift
      let word = (y + row) * this.#wordsAcross + Math.floor(x / WORD)
      let visibleRest = 0
      let opaqueRest = 0
      for (let n = row * words; n < (row + 1) * words; n++) {
        const visibleHere = visible[n] as number
        const opaqueHere = opaque[n] as number
        const known = closed[word] as number
        const open = ((visibleHere << shift) | visibleRest) & ~known
        if (open !== 0) {
          closed[word] = known | (opaqueHere << shift) | opaqueRest
          this.#lay(sprite.pixels, open, from, to)
        }
        // The bits dropped by the shift; in two steps, because a shift by 32 does nothing.
        visibleRest = (visibleHere >>> 1) >>> (WORD - 1 - shift)
        opaqueRest = (opaqueHere >>> 1) >>> (WORD - 1 - shift)
        word++
        from += WORD
        to += WORD
      }
      const known = closed[word] as number
      const open = visibleRest & ~known
      if (open === 0) continue
      closed[word] = known | opaqueRest
      this.#lay(sprite.pixels, open, from, to)
    }
  }

  /** Paints the pixels whose bits are set. */
  #lay(pixels: Int32Array, bits: number, from: number, to: number): void {
    const data = this.#data
    let left = bits
    while (left !== 0) {
      const first = lowestBit(left)
      // Bits come in runs, one or two per row.
      const rest = ~(left >>> first)
      const end = rest === 0 ? WORD : first + lowestBit(rest)
      for (let bit = first; bit < end; bit++) {
        const over = data[to + bit] as number
        const under = pixels[from + bit] as number
        data[to + bit] = over === 0 ? under : blend(over, under)
      }
      left = end === WORD ? 0 : left & (-1 << end)
    }
  }

  /** A copy of a rectangle, one number per pixel, row by row. */
  at(left: number, top: number, width: number, height: number): Int32Array {
    const copy = new Int32Array(width * height)
    for (let row = 0; row < height; row++) {
      const from = (row + top + this.#margin) * this.#rowLength + left + this.#margin
      copy.set(this.#data.subarray(from, from + width), row * width)
    }
    return copy
  }

  /** Replaces everything on the canvas. */
  putOn(context: CanvasRenderingContext2D): void {
    const image = new ImageData(new Uint8ClampedArray(this.#data.buffer), this.#rowLength)
    context.putImageData(image, -this.#margin, -this.#margin)
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

/** One pixel over another, not premultiplied; red and blue share a multiplication. */
export function blend(over: number, under: number): number {
  const alphaOver = over >>> 24
  // A 255th, rounded, without a division.
  const alphaRest = ((under >>> 24) * (255 - alphaOver) * 257 + 0x8080) >>> 16
  if (alphaRest === 0) return over
  const alpha = alphaOver + alphaRest
  const share = alpha === 255 ? alphaOver + (alphaOver >>> 7) : ((alphaOver << 8) / alpha + 0.5) | 0
  const rest = 256 - share
  const redBlue = (Math.imul(over & 0xff00ff, share) + Math.imul(under & 0xff00ff, rest)) >>> 8
  const green = (((over >>> 8) & 0xff) * share + ((under >>> 8) & 0xff) * rest) >>> 8
  return (alpha << 24) | (redBlue & 0xff00ff) | (green << 8)
}
