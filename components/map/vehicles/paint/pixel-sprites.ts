import { type Atlas, SPRITES, spritePlace } from './sprites'

/** Pixels that a number of one bit each stands for. */
export const WORD = 32

/** A sprite as numbers, row by row. */
export interface PixelSprite {
  readonly side: number
  /** One pixel a number, as an ImageData holds it. */
  readonly pixels: Int32Array
  /** Numbers a row of the next two. */
  readonly words: number
  /** A bit a pixel, the first one the lowest: whether it is not transparent. */
  readonly visible: Int32Array
  /** Likewise: whether nothing below shows through. */
  readonly opaque: Int32Array
  /** The rows with visible pixels; the end is one past the last. */
  readonly firstRow: number
  readonly endRow: number
}

/** The atlas taken apart, each sprite when it is first asked for. */
export function createPixelSprites({ canvas, side }: Atlas): (number: number) => PixelSprite {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const all = new Int32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
  const sprites: (PixelSprite | undefined)[] = new Array(SPRITES)
  return (number) => {
    sprites[number] ??= createPixelSprite(cut(all, canvas.width, side, spritePlace(number, side)), side)
    return sprites[number]
  }
}

/** @param pixels a square of so many a side */
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

/** Numbers that so many bits take up. */
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
