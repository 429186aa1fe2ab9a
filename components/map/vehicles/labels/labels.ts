import { pixelX, pixelY, type Viewport } from '@/components/map/canvas/viewport'
import { SELECTION_RADIUS } from '@/components/map/vehicles/paint/painter'
import { drawnAt, type RenderState } from '@/components/map/vehicles/render-state'
import type { Steps } from '@/lib/browser/time-slicing'
import { safeText } from '@/lib/format/text'
import { isLabelled, labelOrder } from './label-order'
import { LabelSprites } from './label-sprites'
import { MARK_REACH, takeMarks } from './marks'
import { Occupancy } from './occupancy'
import { type Label, placeLabels, type Side } from './place-labels'

// Between a mark and its label, in CSS pixels.
const GAP = 1

// Longer ones are cut by their width anyway.
const LONGEST = 40

// A text with its halo takes about a tenth of a millisecond.
const SPRITES_A_STEP = 10

/** A label by its place beside the vehicle, in CSS pixels. */
interface AttachedLabel extends Pick<Label, 'slot' | 'text' | 'side'> {
  readonly generation: number
  readonly fromX: number
  readonly fromY: number
}

/** The names beside the vehicles: placed in steps, then painted wherever the vehicles glide. */
export class Labels {
  #sprites: LabelSprites | null = null
  #labels: readonly AttachedLabel[] = []

  /** Leaves out vehicles of an earlier state that are not drawn in this one. */
  retain({ scene: { columns, singles, selected } }: RenderState): void {
    if (this.#labels.length === 0) return
    const drawn = new Set(singles)
    if (selected !== null) drawn.add(selected)
    const { generations } = columns.vehicles
    this.#labels = this.#labels.filter(
      ({ slot, generation }) => drawn.has(slot) && generations[slot] === generation,
    )
  }

  /** Places the labels of a state; those painted so far stay until then. */
  *place(viewport: Viewport, state: RenderState): Steps<void> {
    if (!state.labels || !isLabelled(viewport.zoom, state.scene)) {
      this.#labels = []
      return
    }
    const { textOf, first, look } = state.labels
    if (!this.#sprites?.isFor(look, viewport.pixelRatio))
      this.#sprites = new LabelSprites(look, viewport.pixelRatio)
    const sprites = this.#sprites
    const { projection, width, height } = viewport
    const { scene } = state
    const { columns, selected } = scene
    const before = this.#sides(columns.vehicles.generations)
    const occupancy = new Occupancy(width, height)
    yield* takeMarks(occupancy, state, projection)
    const labels = yield* placeLabels({
      occupancy,
      height: sprites.height,
      slots: labelOrder(scene, first, (slot) => before.has(slot)),
      xOf: (slot) => pixelX(columns.x[slot] as number, projection),
      yOf: (slot) => pixelY(columns.y[slot] as number, projection),
      reachOf: (slot) => (slot === selected ? SELECTION_RADIUS : MARK_REACH) + GAP,
      sideOf: (slot) => before.get(slot) ?? null,
      textOf: (slot) => lineOf(textOf(slot)),
      widthOf: (text) => sprites.widthOf(text),
    })
    for (const [at, { text }] of labels.entries()) {
      sprites.keep(text)
      if (at % SPRITES_A_STEP === 0) yield
    }
    this.#labels = labels.map(({ slot, text, side, box }) => {
      const [x, y] = drawnAt(state, slot, projection, 1)
      const generation = columns.vehicles.generations[slot] as number
      return { slot, text, side, generation, fromX: box.left - x, fromY: box.top - y }
    })
  }

  /** The sides of the labels so far, by slot, of vehicles that are still in it. */
  #sides(generations: Uint32Array): ReadonlyMap<number, Side> {
    const sides = new Map<number, Side>()
    for (const { slot, side, generation } of this.#labels)
      if (generations[slot] === generation) sides.set(slot, side)
    return sides
  }

  paint(
    context: CanvasRenderingContext2D,
    { projection, pixelRatio }: Viewport,
    state: RenderState,
    progress: number,
  ): void {
    context.resetTransform()
    for (const { slot, text, fromX, fromY } of this.#labels) {
      const sprite = this.#sprites?.spriteOf(text)
      if (!sprite) continue
      const [x, y] = drawnAt(state, slot, projection, progress)
      context.drawImage(sprite, Math.round((x + fromX) * pixelRatio), Math.round((y + fromY) * pixelRatio))
    }
  }
}

/** Null for a name that is missing or blank. */
function lineOf(name: string | null): string | null {
  return (name && safeText(name, LONGEST).trim()) || null
}
