import { readFileSync } from 'node:fs'

export type Theme = 'light' | 'dark'

const tokens = readFileSync('app/tokens.css', 'utf8')
const [, forcedRules = ''] = readFileSync('app/globals.css', 'utf8').split(
  '@media (forced-colors: active)',
)

/** Value of a token. @throws Error */
export function tokenOf(name: string): string {
  return valueIn(tokens, name)
}

/** `#rrggbb` of a token. */
export function colourOf(name: string, theme: Theme): string {
  const colours = tokenOf(name).match(/#[0-9a-f]{6}/g) ?? []
  const colour = theme === 'light' ? colours[0] : colours.at(-1)
  if (!colour) throw new Error(`${name} is no colour`)
  return colour
}

/** `#rrggbb` of a token with forced colours. @param canvas and text: the system's two colours */
export function forcedColourOf(name: string, canvas: string, text: string): string {
  const value = valueIn(forcedRules, name)
  if (value === 'Canvas') return canvas
  if (value === 'CanvasText') return text
  const share = /^color-mix\(in srgb, Canvas, CanvasText (\d+)%\)$/.exec(value)?.[1]
  if (!share) throw new Error(`${name} is no mixture of the system's colours: ${value}`)
  return over(canvas, text, Number(share) / 100)
}

function valueIn(css: string, name: string): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]
  if (!value) throw new Error(`No token ${name}`)
  return value
}

/** Source: WCAG 2.2 */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = linearPartsOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, 0 to 1, in proportion to light. */
export function linearPartsOf(colour: string): number[] {
  return partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
}

/** A colour on another one. */
export function over(ground: string, colour: string, opacity: number): string {
  const above = partsOf(colour)
  const mixed = partsOf(ground).map((part, n) =>
    Math.round(part * (1 - opacity) + (above[n] ?? 0) * opacity),
  )
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Of `#rrggbb` or `rgb(r g b)`. */
function partsOf(colour: string): number[] {
  if (!colour.startsWith('#')) return [...colour.matchAll(/\d+/g)].map(Number)
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
