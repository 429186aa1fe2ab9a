import type { MapVehicles } from '@/components/map/types'
import { statusWordsVersion } from '@/lib/format/status/given-readings'
import {
  departedColour,
  EDGE,
  fadedColour,
  QUIET_SHARE,
  STATUS_STYLES,
  type StatusStyle,
  shapePaths,
  statusStyle,
} from '@/lib/format/status/status-style'
import { AGE_STEPS, type AgeStep, ageAt } from '@/lib/format/time/age'

/** Number of directions in which headings are drawn. */
export const DIRECTIONS = 16

/** In place of a direction, 0 to 15 clockwise from north: unknown. */
export const NO_DIRECTION = 16

/** Half the side of a sprite, in CSS pixels: the shape, its point and their edges. */
export const SPRITE_RADIUS = 16

// Shape radius in CSS pixels, near and from farther away.
const SHAPE_RADIUS = 7.5
const SMALL_RADIUS = 5.5

/** Below this zoom vehicles are drawn smaller. */
export const NEAR_ZOOM = 14

const LOOKS = DIRECTIONS + 1
// After the age steps: a dimmed vehicle, whatever its age.
const DIMMED = AGE_STEPS.length
const DIMMED_OPACITY = 0.45

const ROWS_A_STYLE = AGE_STEPS.length + 1
const DEPARTED_ROW = STATUS_STYLES.length * ROWS_A_STYLE
/** Added to the number of a vehicle that is not confirmed. */
const UNCONFIRMED = (DEPARTED_ROW + 1) * LOOKS
/** Added to the number of a vehicle that is drawn smaller. */
export const SMALL = 2 * UNCONFIRMED

/**
 * Of the dashed ring around a vehicle that is not confirmed, in the shape's own
 * units: outside of its point.
 */
const UNCONFIRMED_RADIUS = 1.85
const UNCONFIRMED_DASHES = [0.5, 0.4]
const UNCONFIRMED_COLOUR = '#10201a'

/** Of the dark rim, which alone makes a stale vehicle visible on light ground. */
export const RIM_OPACITY = 0.7

/**
 * The point of a vehicle that drives north, in the shape's own units: its sides touch the disc, so
 * that both are one form.
 */
const POINT = 'M0-1.62 .69-.4H-.69Z'

/** The sprite of a vehicle. @param nowMs on this browser's clock; a replay has its own */
export function spriteOf(
  vehicles: MapVehicles,
  slot: number,
  nowMs: number,
  isDimmed: boolean,
): number {
  const record = vehicles.table.records[slot]
  const style = styleOf(record?.status ?? null)
  const age = isDimmed ? DIMMED : ageStepOf(vehicles, slot, nowMs)
  const direction = directionOf(vehicles.headings[slot] as number)
  const confirmed = spriteNumber(style, age, direction)
  const isUnconfirmed = typeof record?.unconfirmedSinceMs === 'number'
  return isUnconfirmed ? confirmed + UNCONFIRMED : confirmed
}

const styles = new Map<string | null, number>()
const MOST_STYLES = 1_000
/** Of the readings of statuses, which may change. */
let stylesVersion = 0

/** Index in STATUS_STYLES. */
export function styleOf(status: string | null): number {
  if (stylesVersion !== statusWordsVersion()) {
    styles.clear()
    stylesVersion = statusWordsVersion()
  }
  let style = styles.get(status)
  if (style === undefined) {
    if (styles.size === MOST_STYLES) styles.clear()
    style = STATUS_STYLES.indexOf(statusStyle(status))
    styles.set(status, style)
  }
  return style
}

/** Index in AGE_STEPS. */
function ageStepOf(
  { reportedAtMs, fetchedAtMs, receivedAtMs, shownAtMs }: MapVehicles,
  slot: number,
  nowMs: number,
): number {
  const reportedMs = reportedAtMs[slot] as number
  if (Number.isNaN(reportedMs)) return 0
  const { ageMs } = ageAt(reportedMs, fetchedAtMs, Math.max(0, (shownAtMs ?? nowMs) - receivedAtMs))
  return AGE_STEPS.findIndex(({ belowMs }) => ageMs < belowMs)
}

export function directionOf(heading: number): number {
  if (Number.isNaN(heading)) return NO_DIRECTION
  return ((Math.round((heading * DIRECTIONS) / 360) % DIRECTIONS) + DIRECTIONS) % DIRECTIONS
}

/** @param age index in AGE_STEPS, or DIMMED */
function spriteNumber(style: number, age: number, direction: number): number {
  return (style * ROWS_A_STYLE + age) * LOOKS + direction
}

export function departedNumber(style: number): number {
  return DEPARTED_ROW * LOOKS + style
}

/** Paints the sprite with a number around the origin, in CSS pixels. */
export function paintSprite(context: OffscreenCanvasRenderingContext2D, number: number): void {
  const isSmall = number >= SMALL
  const ofAnySize = isSmall ? number - SMALL : number
  const isUnconfirmed = ofAnySize >= UNCONFIRMED
  const look = isUnconfirmed ? ofAnySize - UNCONFIRMED : ofAnySize
  const row = Math.floor(look / LOOKS)
  const direction = look % LOOKS
  const radius = isSmall ? SMALL_RADIUS : SHAPE_RADIUS
  context.scale(radius, radius)
  if (row >= DEPARTED_ROW) {
    paintDeparted(context, STATUS_STYLES[direction] as StatusStyle)
    return
  }
  const age = row % ROWS_A_STYLE
  if (age === DIMMED) context.globalAlpha = DIMMED_OPACITY
  const style = STATUS_STYLES[Math.floor(row / ROWS_A_STYLE)] as StatusStyle
  paintVehicle(context, style, AGE_STEPS[age]?.name ?? 'stale', direction)
  if (isUnconfirmed) paintDoubt(context)
}

/** Dark dashes on a white ring are visible on light and dark ground. */
function paintDoubt(context: OffscreenCanvasRenderingContext2D): void {
  context.beginPath()
  context.arc(0, 0, UNCONFIRMED_RADIUS, 0, 2 * Math.PI)
  context.strokeStyle = 'rgb(255 255 255 / 0.9)'
  context.lineWidth = 0.42
  context.stroke()
  context.setLineDash(UNCONFIRMED_DASHES)
  context.strokeStyle = UNCONFIRMED_COLOUR
  context.lineWidth = 0.26
  context.stroke()
}

function paintVehicle(
  context: OffscreenCanvasRenderingContext2D,
  style: StatusStyle,
  age: AgeStep,
  direction: number,
): void {
  const shape = new Path2D(shapePaths[style.shape])
  context.lineJoin = 'round'
  const paintParts = (paint: (path: Path2D) => void) => {
    if (direction !== NO_DIRECTION) {
      context.save()
      context.rotate((direction * 2 * Math.PI) / DIRECTIONS)
      paint(new Path2D(POINT))
      context.restore()
    }
    paint(shape)
  }
  // Edges of both before what fills them, so that none divides the form. A dark rim
  // outside a white edge is visible on light and dark ground.
  context.strokeStyle = `rgb(0 0 0 / ${RIM_OPACITY})`
  context.lineWidth = 0.66
  paintParts((path) => context.stroke(path))
  context.strokeStyle = fadedColour(EDGE, age)
  context.lineWidth = 0.42
  paintParts((path) => context.stroke(path))
  context.fillStyle = fadedColour(style.colour, age)
  paintParts((path) => context.fill(path, 'evenodd'))
  if (!style.isQuiet) return
  context.save()
  context.scale(QUIET_SHARE, QUIET_SHARE)
  context.fillStyle = fadedColour(EDGE, age)
  context.fill(shape)
  context.restore()
}

function paintDeparted(context: OffscreenCanvasRenderingContext2D, style: StatusStyle): void {
  const shape = new Path2D(shapePaths[style.shape])
  context.lineJoin = 'round'
  context.fillStyle = 'rgb(255 255 255 / 0.35)'
  context.fill(shape)
  context.strokeStyle = 'rgb(255 255 255 / 0.9)'
  context.lineWidth = 0.6
  context.stroke(shape)
  context.setLineDash([0.42, 0.3])
  context.strokeStyle = departedColour(style.colour)
  context.lineWidth = 0.3
  context.stroke(shape)
}
