import { type Projection, pixelX, pixelY, type Viewport } from '@/components/map/projection'
import { isolated, safeText } from '@/lib/format/text'
import { SEMIBOLD, TYPEFACE } from '@/lib/format/typeface'
import { clusterRadius, NUMBER_OFFSET, NUMBER_RADIUS, SELECTION_RADIUS } from './painter'
import { type Label, Occupancy, placeLabels, type Side } from './place-labels'
import { drawnAt, type LabelLook, pixelAt, pixelOf, type RenderState, type Scene } from './scene'
import { DIRECTIONS, directionOf, NO_DIRECTION } from './sprites'

// Between a mark and its label, in CSS pixels.
const GAP = 1

// Longer ones are cut by their width anyway.
const LONGEST = 40

/** A label by its place beside the vehicle, in CSS pixels. */
interface AttachedLabel extends Pick<Label, 'slot' | 'text' | 'side'> {
  readonly generation: number
  readonly fromX: number
  readonly fromY: number
}

/** The names beside the vehicles: placed once, then painted wherever the vehicles glide. */
export class Labels {
  #texts: LabelTexts | null = null
  #labels: readonly AttachedLabel[] = []

  /** Places the labels of a state; those that were painted keep their sides if they can. */
  place(viewport: Viewport, state: RenderState): void {
    const isForAll = isLabelled(viewport.zoom, state.scene)
    if (!state.labels || (!isForAll && state.scene.numbered.length === 0)) {
      this.#labels = []
      return
    }
    const { textOf, first, look } = state.labels
    const texts = this.#textsOf(look)
    const { projection, width, height } = viewport
    const { vehicles, singles, selected } = state.scene
    const drawn = new Set(singles).add(selected ?? -1)
    const kept = this.#labels.filter(
      ({ slot, generation }) => drawn.has(slot) && vehicles.table.generation[slot] === generation,
    )
    const occupancy = new Occupancy(width, height)
    takeMarks(occupancy, state, projection)
    const aboveCrowd = new Occupancy(width, height)
    takeMarks(aboveCrowd, withoutCrowd(state), projection)
    const labels = placeLabels({
      occupancy,
      aboveCrowd,
      height: texts.height,
      numbered: state.scene.numbered,
      important: isForAll ? importantSlots(state.scene, first) : state.scene.numbered,
      before: new Map(isForAll ? kept.map(({ slot, side }): [number, Side] => [slot, side]) : []),
      others: isForAll ? singles : [],
      pixelOf: (slot) => pixelOf(vehicles, slot, projection),
      reachOf: (slot) => (slot === selected ? SELECTION_RADIUS : MARK_REACH) + GAP,
      textOf: (slot) => lineOf(textOf(slot)),
      widthOf: (text) => texts.widthOf(text),
    })
    this.#labels = labels.map(({ slot, text, side, box }) => {
      const [x, y] = pixelOf(vehicles, slot, projection)
      const generation = vehicles.table.generation[slot] as number
      return { slot, text, side, generation, fromX: box.left - x, fromY: box.top - y }
    })
  }

  paint(
    context: CanvasRenderingContext2D,
    { projection, pixelRatio }: Viewport,
    state: RenderState,
    progress: number,
  ): void {
    const whole = (value: number) => Math.round(value * pixelRatio) / pixelRatio
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
    this.#texts?.draw(
      context,
      this.#labels.map(({ slot, text, fromX, fromY }) => {
        const [x, y] = drawnAt(state, slot, projection, progress)
        return { name: text, x: whole(x + fromX), y: whole(y + fromY) }
      }),
    )
  }

  #textsOf(look: LabelLook): LabelTexts {
    if (this.#texts?.look !== look)
      this.#texts = new LabelTexts(
        look,
        document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D,
      )
    return this.#texts
  }
}

/** Null for a name that is missing or blank. */
function lineOf(name: string | null): string | null {
  return (name && safeText(name, LONGEST).trim()) || null
}

/** From this zoom on vehicles are labelled, and where there are this few of them at any zoom. */
const LABELS_ZOOM = 12
const FEW_FOR_LABELS = 300

export function isLabelled(zoom: number, { singles }: Scene): boolean {
  return zoom >= LABELS_ZOOM || singles.length <= FEW_FOR_LABELS
}

/**
 * Slots of the vehicles labelled before all others: the selected one, the
 * numbered ones, those in `first`.
 */
export function importantSlots(
  { singles, selected, numbered }: Scene,
  first: ReadonlySet<number>,
): Iterable<number> {
  const slots = new Set(selected === null ? numbered : [selected, ...numbered])
  if (first.size > 0) for (const slot of singles) if (first.has(slot)) slots.add(slot)
  return slots
}

/** Half the side of a vehicle's shape with its edges, in CSS pixels. */
export const MARK_REACH = 10

// The arrow head of a direction, from the middle of the shape.
const ARROW_AT = 11
const ARROW_REACH = 5

const arrows = Array.from({ length: DIRECTIONS }, (_, direction) => {
  const angle = (direction * 2 * Math.PI) / DIRECTIONS
  return { x: Math.round(Math.sin(angle) * ARROW_AT), y: Math.round(-Math.cos(angle) * ARROW_AT) }
})

/**
 * Marks of the numbered and the selected vehicle, and of clusters: what a crowd is looked at for.
 */
export function withoutCrowd({ scene }: Pick<RenderState, 'scene'>) {
  return { scene: { ...scene, singles: Uint32Array.from(scene.numbered) }, departed: [] }
}

/** Takes everything on the canvas that labels leave free. */
export function takeMarks(
  occupancy: Occupancy,
  { scene, departed }: Pick<RenderState, 'scene' | 'departed'>,
  projection: Projection,
): void {
  const { vehicles, singles, clusters, selected, numbered } = scene
  const rounded = ([x, y]: [number, number]): [number, number] => [Math.round(x), Math.round(y)]
  const middleOf = (slot: number) => rounded(pixelOf(vehicles, slot, projection))
  const take = (x: number, y: number, reach: number) =>
    occupancy.take(x - reach, y - reach, 2 * reach, 2 * reach)
  if (selected !== null) take(...middleOf(selected), SELECTION_RADIUS)
  for (const slot of numbered) {
    const [x, y] = middleOf(slot)
    take(x + NUMBER_OFFSET, y - NUMBER_OFFSET, Math.ceil(NUMBER_RADIUS) + 1)
  }
  for (const { x, y, count } of clusters)
    take(
      ...rounded([pixelX(x, projection), pixelY(y, projection)]),
      Math.ceil(clusterRadius(count)) + 1,
    )
  for (const { position } of departed) take(...rounded(pixelAt(position, projection)), MARK_REACH)
  for (const slot of singles) {
    const [x, y] = middleOf(slot)
    take(x, y, MARK_REACH)
    const direction = directionOf(vehicles.headings[slot] as number)
    if (direction !== NO_DIRECTION) {
      const arrow = arrows[direction] as (typeof arrows)[number]
      take(x + arrow.x, y + arrow.y, ARROW_REACH)
    }
  }
}

// CSS pixels at the usual text size.
const WIDEST = 96
const USUAL_FONT_PIXELS = 12

/** Hides the names of the ground under a label, but not its streets. */
const PLATE_OPACITY = 0.75
const PLATE_RADIUS = 4

/** Between a text and the edge of its plate, in CSS pixels. */
const PADDING = 2

const MOST_TEXTS = 10_000

/** Measures and draws labels of one look. Texts are measured once. */
class LabelTexts {
  readonly look: LabelLook
  readonly #context: CanvasRenderingContext2D
  /** By name: cut to the widest label, with its width in whole CSS pixels. */
  readonly #texts = new Map<string, { readonly text: string; readonly width: number }>()

  /** @param context measures texts; its font is replaced */
  constructor(look: LabelLook, context: CanvasRenderingContext2D) {
    this.look = look
    this.#context = context
    context.font = fontOf(look)
  }

  /** Whole CSS pixels of every label. */
  get height(): number {
    return Math.ceil(this.look.fontPixels * 1.25) + 2 * PADDING
  }

  /** Whole CSS pixels. */
  widthOf(name: string): number {
    return this.#textOf(name).width
  }

  /**
   * Draws with the context's transform. A text drawn directly is faster than a picture of it: the
   * browser keeps its letters.
   * @param labels with their upper left corners
   */
  draw(
    context: CanvasRenderingContext2D,
    labels: readonly { readonly name: string; readonly x: number; readonly y: number }[],
  ): void {
    context.font = fontOf(this.look)
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    // One path: where two plates touch during a glide, none is seen through the other.
    context.beginPath()
    for (const { name, x, y } of labels)
      context.roundRect(x, y + 1, this.widthOf(name), this.height - 2, PLATE_RADIUS)
    context.globalAlpha = PLATE_OPACITY
    context.fillStyle = this.look.halo
    context.fill()
    context.globalAlpha = 1
    context.fillStyle = this.look.colour
    const down = this.height / 2
    for (const { name, x, y } of labels)
      context.fillText(this.#textOf(name).text, x + PADDING, y + down)
  }

  #textOf(name: string) {
    const known = this.#texts.get(name)
    if (known) return known
    const widthOf = (text: string) => this.#context.measureText(text).width
    const text = cutToWidth(name, (WIDEST * this.look.fontPixels) / USUAL_FONT_PIXELS, widthOf)
    const measured = { text, width: Math.ceil(widthOf(text)) + 2 * PADDING }
    if (this.#texts.size === MOST_TEXTS) this.#texts.clear()
    this.#texts.set(name, measured)
    return measured
  }
}

function fontOf({ fontPixels }: LabelLook): string {
  return `${SEMIBOLD} ${fontPixels}px ${TYPEFACE}`
}

/**
 * The longest beginning of a text that is not wider than `most`, with an
 * ellipsis if it is not all of it.
 */
export function cutToWidth(text: string, most: number, widthOf: (text: string) => number): string {
  const whole = isolated(text)
  if (widthOf(whole) <= most) return whole
  const characters = graphemes(text)
  let fits = 0
  let tooMany = characters.length
  const cutAt = (count: number) => isolated(`${characters.slice(0, count).join('').trimEnd()}…`)
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1
    if (widthOf(cutAt(middle)) <= most) fits = middle
    else tooMany = middle
  }
  return cutAt(Math.max(1, fits))
}

/**
 * Characters as a reader counts them, so that no emoji is cut in two; code
 * points in Firefox before 125.
 */
function graphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
