import { type Atlas, SPRITES, spritePlace } from './sprites'

/** A sprite as numbers: its pixels row by row, and where each row begins and ends. */
export interface PixelSprite {
  readonly side: number
  /** One pixel a number, as an ImageData holds it. */
  readonly pixels: Int32Array
  /** First and one past the last visible pixel of each row, in turns. */
  readonly spans: Uint8Array
  /** What the visible pixels take up; right and bottom are one past the last. */
  readonly box: {
    readonly left: number
    readonly top: number
    readonly right: number
    readonly bottom: number
  }
}

/** The atlas taken apart, each sprite when it is first asked for. */
export function createPixelSprites({ canvas, side }: Atlas): (number: number) => PixelSprite {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const all = new Int32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)
  const sprites: (PixelSprite | undefined)[] = new Array(SPRITES)
  return (number) => {
    sprites[number] ??= cut(all, canvas.width, side, spritePlace(number, side))
    return sprites[number]
  }
}

function cut(
  all: Int32Array,
  width: number,
  side: number,
  [left, top]: readonly [number, number],
): PixelSprite {
  const pixels = new Int32Array(side * side)
  const spans = new Uint8Array(side * 2)
  const box = { left: side, top: side, right: 0, bottom: 0 }
  for (let row = 0; row < side; row++) {
    const from = (top + row) * width + left
    const line = all.subarray(from, from + side)
    pixels.set(line, row * side)
    const first = line.findIndex(isVisible)
    if (first < 0) continue
    const end = line.findLastIndex(isVisible) + 1
    spans[row * 2] = first
    spans[row * 2 + 1] = end
    box.left = Math.min(box.left, first)
    box.right = Math.max(box.right, end)
    box.top = Math.min(box.top, row)
    box.bottom = row + 1
  }
  return { side, pixels, spans, box }
}

function isVisible(pixel: number): boolean {
  return pixel >>> 24 !== 0
}
