/** A rectangle in whole CSS pixels; right and bottom are outside. */
export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const WORD = 32

/** Taken pixels of a canvas, one bit each: 32 are tested at a time. */
export class Occupancy {
  readonly #width: number
  readonly #height: number
  readonly #wordsAcross: number
  readonly #taken: Int32Array

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#wordsAcross = Math.ceil(width / WORD)
    this.#taken = new Int32Array(this.#wordsAcross * height)
  }

  /** @returns false also for a rectangle that is not wholly on the canvas */
  isFree(left: number, top: number, width: number, height: number): boolean {
    const right = left + width
    if (left < 0 || top < 0 || right > this.#width || top + height > this.#height) return false
    const last = (right - 1) >>> 5
    for (let word = left >>> 5; word <= last; word++) {
      const bits = bitsOf(word, left, right)
      let at = top * this.#wordsAcross + word
      for (let row = 0; row < height; row++) {
        if (((this.#taken[at] as number) & bits) !== 0) return false
        at += this.#wordsAcross
      }
    }
    return true
  }

  /** The part of the rectangle on the canvas. */
  take(fromX: number, fromY: number, width: number, height: number): void {
    const left = Math.max(0, fromX)
    const right = Math.min(this.#width, fromX + width)
    if (left >= right) return
    const top = Math.max(0, fromY)
    const rows = Math.min(this.#height, fromY + height) - top
    const last = (right - 1) >>> 5
    for (let word = left >>> 5; word <= last; word++) {
      const bits = bitsOf(word, left, right)
      let at = top * this.#wordsAcross + word
      for (let row = 0; row < rows; row++) {
        this.#taken[at] = (this.#taken[at] as number) | bits
        at += this.#wordsAcross
      }
    }
  }
}

/** The bits of a word between two columns, of which at least one is in it. */
function bitsOf(word: number, left: number, right: number): number {
  const from = Math.max(0, left - word * WORD)
  const to = Math.min(WORD, right - word * WORD)
  return (-1 << from) & (-1 >>> (WORD - to))
}
