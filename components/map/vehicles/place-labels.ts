import type { Box } from '@/components/map/projection'

/** Side of a vehicle on which its label is, in order of preference. */
export const SIDES = ['right', 'left', 'below', 'above'] as const

export type Side = (typeof SIDES)[number]

export interface Label {
  readonly slot: number
  readonly text: string
  readonly side: Side
  /** Whole CSS pixels of the canvas; right and bottom are outside. */
  readonly box: Box
}

export interface LabelRequest {
  /** With all marks taken. */
  readonly occupancy: Occupancy
  readonly height: number
  /**
   * With the marks alone that labels of numbered vehicles leave free where a
   * crowd leaves them no room.
   */
  readonly aboveCrowd: Occupancy
  readonly numbered: Iterable<number>
  /** Slots of vehicles that are labelled before all others. */
  readonly important: Iterable<number>
  /**
   * Sides of the labels so far, by slot: these vehicles come next and keep their side if they can.
   */
  readonly before: ReadonlyMap<number, Side>
  readonly others: Iterable<number>
  /** The middle of a vehicle, CSS pixels of the canvas. */
  readonly pixelOf: (slot: number) => [number, number]
  /** From a vehicle's middle to its label. */
  readonly reachOf: (slot: number) => number
  /** Null without a name. */
  readonly textOf: (slot: number) => string | null
  /** Whole CSS pixels. */
  readonly widthOf: (text: string) => number
}

// No label is narrower: where even this has no room, the text need not be looked up.
const NARROWEST = 12

// More on one screen are a wall of text.
const MOST_LABELS = 600

// Between two labels side by side, which would read as one.
const GAP = 4

// The disc of a number is beside its mark.
const BESIDE_NUMBER = 12

/**
 * Gives each vehicle a label where there is room. Where nothing moved the labels are the same: none
 * that was there before gives way to one that looks for another side.
 */
export function placeLabels(request: LabelRequest): Label[] {
  const { occupancy, aboveCrowd, numbered, height, important, before, others } = request
  const { pixelOf, reachOf, textOf, widthOf } = request
  const labels = new Map<number, Label>()
  const place = (slot: number, sides: readonly Side[], room = occupancy, reach = reachOf(slot)) => {
    // Whole pixels that follow the vehicle, so that a pan changes no placement.
    const [x, y] = pixelOf(slot).map(Math.round) as [number, number]
    const isFree = (side: Side, width: number) =>
      room.isFree(leftOf(side, x, reach, width), topOf(side, y, reach, height), width, height)
    if (!sides.some((side) => isFree(side, NARROWEST))) return
    const text = textOf(slot)
    if (text === null) return
    const width = widthOf(text)
    const side = sides.find((one) => isFree(one, width))
    if (!side) return
    const left = leftOf(side, x, reach, width)
    const top = topOf(side, y, reach, height)
    occupancy.take(left - GAP, top, width + 2 * GAP, height)
    aboveCrowd.take(left - GAP, top, width + 2 * GAP, height)
    labels.set(slot, {
      slot,
      text,
      side,
      box: { left, top, right: left + width, bottom: top + height },
    })
  }
  for (const slot of important) place(slot, inOrder(before.get(slot)))
  for (const reachFurther of [0, BESIDE_NUMBER])
    for (const slot of numbered)
      if (!labels.has(slot))
        place(slot, inOrder(before.get(slot)), aboveCrowd, reachOf(slot) + reachFurther)
  for (const [slot, side] of before) if (!labels.has(slot)) place(slot, [side])
  for (const slot of others) {
    if (labels.size >= MOST_LABELS) break
    if (!labels.has(slot)) place(slot, SIDES)
  }
  return [...labels.values()]
}

function inOrder(first: Side | undefined): readonly Side[] {
  return first ? [first, ...SIDES.filter((side) => side !== first)] : SIDES
}

function leftOf(side: Side, x: number, reach: number, width: number): number {
  if (side === 'right') return x + reach
  return side === 'left' ? x - reach - width : x - (width >>> 1)
}

function topOf(side: Side, y: number, reach: number, height: number): number {
  if (side === 'below') return y + reach
  return side === 'above' ? y - reach - height : y - (height >>> 1)
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
