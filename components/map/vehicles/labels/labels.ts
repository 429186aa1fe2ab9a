import { pixelX, pixelY, type Viewport } from '@/components/map/canvas/viewport'
import { SELECTION_RADIUS } from '@/components/map/vehicles/paint/painter'
import { drawnAt, type RenderState } from '@/components/map/vehicles/render-state'
import type { Scene } from '@/components/map/vehicles/scene'
import type { Steps } from '@/lib/browser/time-slicing'
import { safeText } from '@/lib/format/text'
import { importantSlots, isLabelled } from './label-order'
import type { LabelLook } from './label-source'
import { LabelTexts } from './label-texts'
import { MARK_REACH, takeMarks } from './marks'
import { Occupancy } from './occupancy'
import { type Label, placeLabels, type Side } from './place-labels'

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

/** The names beside the vehicles: placed in steps, then painted wherever the vehicles glide. */
export class Labels {
  #texts: LabelTexts | null = null
  #labels: readonly AttachedLabel[] = []

  /** Leaves out vehicles of an earlier state that are not drawn in this one. */
  retain({ columns, singles, selected }: Scene): void {
    if (this.#labels.length === 0) return
    const { generations } = columns.vehicles
    const isDrawn = new Uint8Array(generations.length)
    for (const slot of singles) isDrawn[slot] = 1
    if (selected !== null) isDrawn[selected] = 1
    this.#labels = this.#labels.filter(
      ({ slot, generation }) => isDrawn[slot] === 1 && generations[slot] === generation,
    )
  }

  /** Places the labels of a state; those painted so far stay until then. */
  *place(viewport: Viewport, state: RenderState): Steps<void> {
    if (!state.labels || !isLabelled(viewport.zoom, state.scene)) {
      this.#labels = []
      return
    }
    const { textOf, first, look } = state.labels
    const texts = this.#textsOf(look)
    const { projection, width, height } = viewport
    const { columns, singles, selected } = state.scene
    this.retain(state.scene)
    const occupancy = new Occupancy(width, height)
    yield* takeMarks(occupancy, state, projection)
    const labels = yield* placeLabels({
      occupancy,
      height: texts.height,
      important: importantSlots(state.scene, first),
      before: new Map(this.#labels.map(({ slot, side }): [number, Side] => [slot, side])),
      others: singles,
      xOf: (slot) => pixelX(columns.x[slot] as number, projection),
      yOf: (slot) => pixelY(columns.y[slot] as number, projection),
      reachOf: (slot) => (slot === selected ? SELECTION_RADIUS : MARK_REACH) + GAP,
      textOf: (slot) => lineOf(textOf(slot)),
      widthOf: (text) => texts.widthOf(text),
    })
    this.#labels = labels.map(({ slot, text, side, box }) => {
      const [x, y] = drawnAt(state, slot, projection, 1)
      const generation = columns.vehicles.generations[slot] as number
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
