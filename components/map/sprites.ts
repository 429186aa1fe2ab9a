import type { AgeStep } from '@/lib/format/age'
import { type StatusStyle, shapePaths } from './status-style'

/** Half the side of a sprite, in CSS pixels: the shape, its white edge and its shadow. */
export const SPRITE_RADIUS = 12

// Shape radius in CSS pixels.
const SHAPE_RADIUS = 7.5

/** A marker fades with its age, in the steps the legend states. */
const opacities: Record<AgeStep, number> = { fresh: 1, ageing: 0.7, stale: 0.4 }

export type Sprites = (style: StatusStyle, age: AgeStep) => HTMLCanvasElement

/** Drawn once for each look and blitted afterwards: a path costs several times a sprite. */
export function createSprites(pixelRatio: number): Sprites {
  const drawn = new Map<string, HTMLCanvasElement>()
  return (style, age) => {
    const key = `${style.shape} ${style.colour} ${age}`
    const known = drawn.get(key)
    if (known) return known
    const sprite = draw(style, opacities[age], pixelRatio)
    drawn.set(key, sprite)
    return sprite
  }
}

function draw(style: StatusStyle, opacity: number, pixelRatio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.ceil(SPRITE_RADIUS * 2 * pixelRatio)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.scale(pixelRatio, pixelRatio)
  context.translate(SPRITE_RADIUS, SPRITE_RADIUS)
  context.scale(SHAPE_RADIUS, SHAPE_RADIUS)
  context.globalAlpha = opacity
  context.lineJoin = 'round'
  const path = new Path2D(shapePaths[style.shape])
  // A dark rim outside a white edge shows on light and on dark ground alike.
  context.strokeStyle = 'rgb(0 0 0 / 0.55)'
  context.lineWidth = 0.62
  context.stroke(path)
  context.strokeStyle = '#ffffff'
  context.lineWidth = 0.42
  context.stroke(path)
  context.fillStyle = style.colour
  context.fill(path, 'evenodd')
  return canvas
}

/** The ring around the selected vehicle, at canvas pixels. */
export function drawSelection(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  pixelRatio: number,
): void {
  context.beginPath()
  context.arc(x, y, 15 * pixelRatio, 0, 2 * Math.PI)
  context.fillStyle = 'rgb(255 255 255 / 0.55)'
  context.fill()
  context.lineWidth = 6 * pixelRatio
  context.strokeStyle = '#10201a'
  context.stroke()
  context.lineWidth = 3 * pixelRatio
  context.strokeStyle = '#f2b705'
  context.stroke()
}
