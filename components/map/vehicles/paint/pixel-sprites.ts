import { type Atlas, SPRITES, spriteCorner } from './sprites'

/** Pixels in a number of one bit each. */
export const WORD = 32

/** A sprite as numbers, row by row. */
export interface PixelSprite {
  readonly side: number
  /** One pixel a number, as an ImageData holds it. */
  readonly pixels: Int32Array
  /** Numbers a row of the next two. */
  readonly words: number
  /** One bit per pixel, the first one the lowest: not transparent. */
  readonly visible: Int32Array
  /** Likewise: nothing below shows through. */
  readonly opaque: Int32Array
  /** The rows with visible pixels; the end is one past the last. */
  readonly firstRow: number
  readonly endRow: number
}

/** The sprites of an atlas, each extracted at its first use. */
export function createPixelSprites({ canvas, side }: Atlas): (number: number) => PixelSprite {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const all = new Int32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
  const sprites: (PixelSprite | undefined)[] = new Array(SPRITES)
  return (number) => {
    sprites[number] ??= createPixelSprite(cut(all, canvas.width, side, spriteCorner(number, side)), side)
    return sprites[number]
  }
}

/** @param pixels of a square */
export function createPixelSprite(pixels: Int32Array, side: number): PixelSprite {
  const words = wordsOf(side)
  const visible = new Int32Array(side * words)
  const opaque = new Int32Array(side * words)
  let [firstRow, endRow] = [side, 0]
  pixels.forEach((pixel, at) => {
    const alpha = pixel >>> 24
    if (alpha === 0) return
    const [row, column] = [Math.floor(at / side), at % side]
    const word = row * words + Math.floor(column / WORD)
    const bit = 1 << (column % WORD)
    visible[word] = (visible[word] as number) | bit
    if (alpha === 255) opaque[word] = (opaque[word] as number) | bit
    firstRow = Math.min(firstRow, row)
    endRow = row + 1
  })
  return { side, pixels, words, visible, opaque, firstRow, endRow }
}

/** Numbers needed for some bits. */
export function wordsOf(bits: number): number {
  return Math.ceil(bits / WORD)
}

function cut(
  all: Int32Array,
  width: number,
  side: number,
  [left, top]: readonly [number, number],
): Int32Array {
  const pixels = new Int32Array(side * side)
  for (let row = 0; row < side; row++) {
    const from = (top + row) * width + left
    pixels.set(all.subarray(from, from + side), row * side)
  }
  return pixels
}
