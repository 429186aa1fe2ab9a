import { isolated } from '@/lib/format/text'

/** Colours and size of labels. */
export interface LabelLook {
  readonly colour: string
  readonly halo: string
  /** CSS pixels; grows with the text size of the page. */
  readonly fontPixels: number
}

/** Where labels come from. */
export interface LabelSource {
  /** The name of the vehicle in a slot; null without one. */
  readonly textOf: (slot: number) => string | null
  /** Slots of the vehicles that get labels before the others. */
  readonly first: ReadonlySet<number>
  readonly look: LabelLook
}

// CSS pixels at the usual text size.
const WIDEST = 96
const USUAL_FONT_PIXELS = 12

const HALO_PIXELS = 3

/** Room for the halo around a text, and for half a pixel where it is drawn at whole device pixels. */
const PADDING = 2

const MOST_TEXTS = 10_000

interface LabelText {
  /** Cut to the widest label. */
  readonly text: string
  /** Whole CSS pixels of the label. */
  readonly width: number
}

/** Measures and draws labels of one look. Texts are measured once. */
export class LabelTexts {
  readonly look: LabelLook
  readonly #context: CanvasRenderingContext2D
  readonly #texts = new Map<string, LabelText>()

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
   * Draws with the context's transform. A text drawn directly is faster than a picture of it: the browser keeps its
   * letters.
   * @param labels with their upper left corners
   */
  draw(
    context: CanvasRenderingContext2D,
    labels: readonly { readonly name: string; readonly x: number; readonly y: number }[],
  ): void {
    context.font = fontOf(this.look)
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = HALO_PIXELS
    context.strokeStyle = this.look.halo
    context.fillStyle = this.look.colour
    const down = this.height / 2
    for (const { name, x, y } of labels) context.strokeText(this.#textOf(name).text, x + PADDING, y + down)
    for (const { name, x, y } of labels) context.fillText(this.#textOf(name).text, x + PADDING, y + down)
  }

  #textOf(name: string): LabelText {
    let known = this.#texts.get(name)
    if (!known) {
      const widthOf = (text: string) => this.#context.measureText(text).width
      const text = cutToWidth(name, (WIDEST * this.look.fontPixels) / USUAL_FONT_PIXELS, widthOf)
      known = { text, width: Math.ceil(widthOf(text)) + 2 * PADDING }
      if (this.#texts.size === MOST_TEXTS) this.#texts.clear()
      this.#texts.set(name, known)
    }
    return known
  }
}

function fontOf({ fontPixels }: LabelLook): string {
  return `600 ${fontPixels}px system-ui, sans-serif`
}

/** The longest beginning of a text that is not wider than `most`, with an ellipsis if it is not all of it. */
export function cutToWidth(text: string, most: number, widthOf: (text: string) => number): string {
  const whole = isolated(text)
  if (widthOf(whole) <= most) return whole
  const characters = graphemes(text)
  let [fits, tooMany] = [0, characters.length]
  const cutAt = (count: number) => isolated(`${characters.slice(0, count).join('').trimEnd()}…`)
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >>> 1
    if (widthOf(cutAt(middle)) <= most) fits = middle
    else tooMany = middle
  }
  return cutAt(Math.max(1, fits))
}

/** Characters as a reader counts them, so that no emoji is cut in two; code points in Firefox before 125. */
function graphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return [...text]
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
