import type { Steps } from '@/lib/browser/time-slicing'
import type { Occupancy, Rectangle } from './occupancy'

/** Side of a vehicle on which its label is, in order of preference. */
export const SIDES = ['right', 'left', 'below', 'above'] as const

export type Side = (typeof SIDES)[number]

/** A vehicle's name beside its mark. */
export interface Label {
  readonly slot: number
  readonly text: string
  readonly side: Side
  /** CSS pixels of the canvas. */
  readonly box: Rectangle
}

export interface LabelRequest {
  /** With all marks taken. */
  readonly occupancy: Occupancy
  /** Height of every label. */
  readonly height: number
  /** Slots of the vehicles, most important first. */
  readonly slots: Iterable<number>
  /** The middle of a vehicle, CSS pixels of the canvas. */
  readonly xOf: (slot: number) => number
  readonly yOf: (slot: number) => number
  /** From a vehicle's middle to its label. */
  readonly reachOf: (slot: number) => number
  /** The side of a vehicle's label so far, which it keeps if it can; null without one. */
  readonly sideOf: (slot: number) => Side | null
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

const SLOTS_A_STEP = 100

/** Gives each vehicle a label where there is room: the important ones first, one side after the other. */
export function* placeLabels(request: LabelRequest): Steps<Label[]> {
  const { occupancy, height, slots, xOf, yOf, reachOf, sideOf, textOf, widthOf } = request
  const labels: Label[] = []
  let tried = 0
  for (const slot of slots) {
    if (++tried % SLOTS_A_STEP === 0) yield
    // Whole pixels that follow the vehicle, so that a pan changes no placement.
    const x = Math.round(xOf(slot))
    const y = Math.round(yOf(slot))
    const reach = reachOf(slot)
    const isFree = (side: Side, width: number) =>
      occupancy.isFree(leftOf(side, x, reach, width), topOf(side, y, reach, height), width, height)
    if (!SIDES.some((side) => isFree(side, NARROWEST))) continue
    const text = textOf(slot)
    if (text === null) continue
    const width = widthOf(text)
    const before = sideOf(slot)
    const side = before && isFree(before, width) ? before : SIDES.find((one) => isFree(one, width))
    if (!side) continue
    const left = leftOf(side, x, reach, width)
    const top = topOf(side, y, reach, height)
    occupancy.take(left - GAP, top, width + 2 * GAP, height)
    labels.push({ slot, text, side, box: { left, top, right: left + width, bottom: top + height } })
    if (labels.length === MOST_LABELS) break
  }
  return labels
}

function leftOf(side: Side, x: number, reach: number, width: number): number {
  if (side === 'right') return x + reach
  return side === 'left' ? x - reach - width : x - (width >>> 1)
}

function topOf(side: Side, y: number, reach: number, height: number): number {
  if (side === 'below') return y + reach
  return side === 'above' ? y - reach - height : y - (height >>> 1)
}
