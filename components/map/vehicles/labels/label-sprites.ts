import type { LabelLook } from './label-source'
import { cutToWidth } from './label-text'

// CSS pixels at the usual text size.
const WIDEST = 96
const USUAL_FONT_PIXELS = 12

const HALO_PIXELS = 3

// Room for the halo, and for half a pixel where a sprite is drawn at whole device pixels.
const PADDING = 2

// Larger than a screen's labels, so that a refresh draws no text again.
const MOST_SPRITES = 900
const MOST_TEXTS = 10_000

/** Texts drawn once: measured, cut and blitted, because a text with a halo costs several times a blit. */
export class LabelSprites {
  readonly #look: LabelLook
  readonly #pixelRatio: number
  readonly #measuring: CanvasRenderingContext2D
  readonly #texts = new Map<string, { readonly text: string; readonly width: number }>()
  readonly #sprites = new Map<string, HTMLCanvasElement>()

  constructor(look: LabelLook, pixelRatio: number) {
    this.#look = look
    this.#pixelRatio = pixelRatio
    this.#measuring = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    this.#measuring.font = fontOf(look)
  }

  isFor(look: LabelLook, pixelRatio: number): boolean {
    return this.#look === look && this.#pixelRatio === pixelRatio
  }

  /** Whole CSS pixels of every label. */
  get height(): number {
    return Math.ceil(this.#look.fontPixels * 1.25) + 2 * PADDING
  }

  /** Whole CSS pixels. */
  widthOf(name: string): number {
    return this.#textOf(name).width
  }

  has(name: string): boolean {
    return this.#sprites.has(name)
  }

  /** Draws the sprite of a name, or marks it as used last. */
  keep(name: string): void {
    const sprite = this.#sprites.get(name) ?? this.#draw(name)
    this.#sprites.delete(name)
    this.#sprites.set(name, sprite)
    dropOldest(this.#sprites, MOST_SPRITES)
  }

  spriteOf(name: string): HTMLCanvasElement | undefined {
    return this.#sprites.get(name)
  }

  #textOf(name: string): { readonly text: string; readonly width: number } {
    let known = this.#texts.get(name)
    if (!known) {
      const widthOf = (text: string) => this.#measuring.measureText(text).width
      const text = cutToWidth(name, (WIDEST * this.#look.fontPixels) / USUAL_FONT_PIXELS, widthOf)
      known = { text, width: Math.ceil(widthOf(text)) + 2 * PADDING }
      this.#texts.set(name, known)
      dropOldest(this.#texts, MOST_TEXTS)
    }
    return known
  }

  #draw(name: string): HTMLCanvasElement {
    const { text, width } = this.#textOf(name)
    const ratio = this.#pixelRatio
    const sprite = document.createElement('canvas')
    sprite.width = Math.ceil(width * ratio)
    sprite.height = Math.ceil(this.height * ratio)
    const context = sprite.getContext('2d') as CanvasRenderingContext2D
    context.scale(ratio, ratio)
    context.font = fontOf(this.#look)
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = HALO_PIXELS
    context.strokeStyle = this.#look.halo
    context.strokeText(text, PADDING, this.height / 2)
    context.fillStyle = this.#look.colour
    context.fillText(text, PADDING, this.height / 2)
    return sprite
  }
}

function fontOf({ fontPixels }: LabelLook): string {
  return `600 ${fontPixels}px system-ui, sans-serif`
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return
  const [oldest] = map.keys()
  map.delete(oldest as string)
}
