import type { StatusWords } from '@/lib/contract/page-settings'
import type { AgeStep } from '@/lib/format/time/age'
import { normaliseStatus } from '@/lib/interface/values'

/** Shape and colour of a status; neither alone carries the meaning. */
export interface StatusStyle {
  readonly shape: 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'ring'
  /** Colour-blind safe: Okabe and Ito's palette, darkened for contrast on light and dark tiles. */
  readonly colour: string
}

const AVAILABLE: StatusStyle = { shape: 'circle', colour: '#0b8457' }
const ENGAGED: StatusStyle = { shape: 'square', colour: '#c2500a' }
const PROMISED: StatusStyle = { shape: 'triangle', colour: '#0a66b5' }
const AWAY: StatusStyle = { shape: 'diamond', colour: '#5f6b66' }
const OUT: StatusStyle = { shape: 'cross', colour: '#9c2340' }

/** An unknown status, or none. */
const NEUTRAL: StatusStyle = { shape: 'ring', colour: '#6b3fa0' }

// Only `available` is sampled (§2.2, §3). The others are the field's usual words; any further one stays neutral.
const styles = new Map<string, StatusStyle>([
  ...['available', 'free', 'idle', 'online'].map((word) => [word, AVAILABLE] as const),
  ...['busy', 'occupied', 'on_trip', 'in_use', 'driving', 'hired'].map((word) => [word, ENGAGED] as const),
  ...['reserved', 'booked', 'pending', 'assigned', 'accepted'].map((word) => [word, PROMISED] as const),
  ...['offline', 'inactive', 'off_duty'].map((word) => [word, AWAY] as const),
  ...['out_of_service', 'unavailable', 'disabled', 'maintenance'].map((word) => [word, OUT] as const),
])

/** Words of this service, from its settings; they win over the usual ones. */
let ownStyles = new Map<string, StatusStyle>()

/** Once per page load, before anything is drawn. */
export function setStatusWords({ free, busy, off }: StatusWords): void {
  const entries = [
    ...free.map((word) => [word, AVAILABLE] as const),
    ...busy.map((word) => [word, ENGAGED] as const),
    ...off.map((word) => [word, AWAY] as const),
  ]
  ownStyles = new Map(entries.map(([word, style]) => [normaliseStatus(word), style]))
  known.clear()
}

/** All styles, in the order of a cluster's ring. */
export const STATUS_STYLES: readonly StatusStyle[] = [AVAILABLE, ENGAGED, PROMISED, AWAY, OUT, NEUTRAL]

/** By status as received: a list is compared with each refresh, and spelling takes longer than all else. */
const known = new Map<string, StatusStyle>()

// A service that sends free text as status fills no memory.
const KNOWN_MAXIMUM = 200

export function statusStyle(status: string | null): StatusStyle {
  if (status === null) return NEUTRAL
  const before = known.get(status)
  if (before) return before
  const word = normaliseStatus(status)
  const style = ownStyles.get(word) ?? styles.get(word) ?? NEUTRAL
  if (known.size >= KNOWN_MAXIMUM) known.clear()
  known.set(status, style)
  return style
}

/** Colour strength per age step. */
const strengths: Record<AgeStep, number> = { fresh: 1, ageing: 0.6, stale: 0.25 }

/** Grey between light and dark tiles, towards which colours fade. */
const FADED = [0x9f, 0xa9, 0xa4] as const

/**
 * Mixes a colour with grey instead of making it transparent: nothing under an opaque marker needs painting.
 * @param colour `#rrggbb`
 */
export function fadedColour(colour: string, age: AgeStep): string {
  const strength = strengths[age]
  const parts = FADED.map((faded, n) => {
    const full = Number.parseInt(colour.slice(1 + n * 2, 3 + n * 2), 16)
    return Math.round(full * strength + faded * (1 - strength))
  })
  return `rgb(${parts.join(' ')})`
}

/** Darker, for the dashes of an outline: thin and on white, they are all that light ground shows of it. */
export function departedColour(colour: string): string {
  const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.55))
  return `rgb(${parts.join(' ')})`
}

export const EDGE = '#ffffff'

/** SVG path of each shape in a box from -1 to 1, for canvas and legend. */
export const shapePaths: Record<StatusStyle['shape'], string> = {
  circle: 'M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0Z',
  square: 'M-.72-.72H.72V.72H-.72Z',
  triangle: 'M0-.9 .95.75H-.95Z',
  diamond: 'M0-1 1 0 0 1-1 0Z',
  cross: 'M-.95-.55-.55-.95 0-.4 .55-.95 .95-.55 .4 0 .95 .55 .55 .95 0 .4-.55 .95-.95 .55-.4 0Z',
  ring: 'M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0ZM-.35 0a.35.35 0 1 1 .7 0a.35.35 0 1 1-.7 0Z',
}
