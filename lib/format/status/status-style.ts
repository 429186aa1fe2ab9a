import type { StatusClass } from '@/lib/api/contract/status-readings'
import type { AgeStep } from '@/lib/format/time/age'
import { type BookingStage, bookingStage } from './booking-status'
import { givenReadings } from './given-readings'
import { statusReading } from './status-reading'

/** Shape and colour of a status; neither alone carries the meaning. */
export interface StatusStyle {
  readonly shape: 'circle' | 'square' | 'triangle' | 'diamond' | 'cross' | 'ring'
  /** Colour-blind safe: Okabe and Ito's palette, darkened for contrast on light and dark tiles. */
  readonly colour: string
  /** Drawn with an open middle: what is free comes first. */
  readonly isQuiet?: boolean
}

const AVAILABLE: StatusStyle = { shape: 'circle', colour: '#0b8457' }
const ENGAGED: StatusStyle = { shape: 'square', colour: '#c2500a', isQuiet: true }
const PROMISED: StatusStyle = { shape: 'triangle', colour: '#0a66b5' }
const AWAY: StatusStyle = { shape: 'diamond', colour: '#5f6b66' }
const OUT: StatusStyle = { shape: 'cross', colour: '#9c2340' }

/** An unknown status, or none: never the loudest. */
const NEUTRAL: StatusStyle = { shape: 'ring', colour: '#5d5a6b' }

const styles: Readonly<Record<StatusClass, StatusStyle>> = {
  free: AVAILABLE,
  busy: ENGAGED,
  promised: PROMISED,
  off: AWAY,
  out: OUT,
}

/** All styles, in the order of a cluster's ring. */
export const STATUS_STYLES: readonly StatusStyle[] = [...Object.values(styles), NEUTRAL]

/**
 * By status as received: a list is compared with each refresh, and spelling
 * takes longer than all else.
 */
const cachedStyles = new Map<string, StatusStyle>()
let cachedFor = givenReadings()

// A service that sends free text as status fills no memory.
const CACHED_MAXIMUM = 200

export function statusStyle(status: string | null): StatusStyle {
  if (status === null) return NEUTRAL
  if (cachedFor !== givenReadings()) {
    cachedFor = givenReadings()
    cachedStyles.clear()
  }
  const cached = cachedStyles.get(status)
  if (cached) return cached

  const reading = statusReading(status)
  const style = reading ? styles[reading.of] : NEUTRAL
  if (cachedStyles.size >= CACHED_MAXIMUM) cachedStyles.clear()
  cachedStyles.set(status, style)
  return style
}

const bookingStyles: Readonly<Record<BookingStage, StatusStyle>> = {
  open: PROMISED,
  'under-way': ENGAGED,
  done: AVAILABLE,
  'called-off': AWAY,
  declined: OUT,
  failed: OUT,
}

/** The shapes and colours of vehicles, for what became of a booking. */
export function bookingStatusStyle(status: string | null): StatusStyle {
  const stage = bookingStage(status)
  return stage ? bookingStyles[stage] : NEUTRAL
}

const strengths: Readonly<Record<AgeStep, number>> = {
  fresh: 1,
  ageing: 0.6,
  stale: 0.25,
}

/** Grey between light and dark tiles, towards which colours fade. */
const FADED = [0x9f, 0xa9, 0xa4] as const

/**
 * Mixes a colour with grey instead of making it transparent: nothing under an
 * opaque marker needs painting.
 * @param colour `#rrggbb`
 */
export function fadedColour(colour: string, age: AgeStep): string {
  const strength = strengths[age]
  const parts = partsOf(colour).map((part, n) => {
    const faded = FADED[n] as number
    return Math.round(part * strength + faded * (1 - strength))
  })
  return `rgb(${parts.join(' ')})`
}

const DARKENED = 0.55

/**
 * Darker, for the dashes of an outline: thin and on white, they are all that
 * light ground shows of it.
 * @param colour `#rrggbb`
 */
export function departedColour(colour: string): string {
  const parts = partsOf(colour).map((part) => Math.round(part * DARKENED))
  return `rgb(${parts.join(' ')})`
}

/** Red, green and blue of `#rrggbb`. */
function partsOf(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

export const EDGE = '#ffffff'

/** Of the open middle of a quiet mark, as a share of its shape. */
export const QUIET_SHARE = 0.52

/** SVG path of each shape in a box from -1 to 1, for canvas and legend. */
export const shapePaths: Record<StatusStyle['shape'], string> = {
  circle: 'M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0Z',
  square: 'M-.72-.72H.72V.72H-.72Z',
  triangle: 'M0-.9 .95.75H-.95Z',
  diamond: 'M0-1 1 0 0 1-1 0Z',
  cross: 'M-.95-.55-.55-.95 0-.4 .55-.95 .95-.55 .4 0 .95 .55 .55 .95 0 .4-.55 .95-.95 .55-.4 0Z',
  ring: 'M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0ZM-.35 0a.35.35 0 1 1 .7 0a.35.35 0 1 1-.7 0Z',
}
