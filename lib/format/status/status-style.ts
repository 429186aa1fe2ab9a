import type { AgeStep } from '@/lib/format/time/age'
import { normaliseStatus } from '@/lib/interface/statuses'

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

export type StatusClass = 'free' | 'busy' | 'promised' | 'off' | 'out'

const styles: Readonly<Record<StatusClass, StatusStyle>> = {
  free: AVAILABLE,
  busy: ENGAGED,
  promised: PROMISED,
  off: AWAY,
  out: OUT,
}

// The only one that the interface shows (§2.2, §3).
const SAMPLED = 'available'

// Kerbside's own reading of the usual words; any further one stays neutral.
const usualWords: Readonly<Record<StatusClass, readonly string[]>> = {
  free: [SAMPLED, 'free', 'idle', 'online'],
  busy: ['busy', 'occupied', 'on_trip', 'in_use', 'driving', 'hired'],
  promised: ['reserved', 'booked', 'pending', 'assigned', 'accepted'],
  off: ['offline', 'inactive', 'off_duty'],
  out: ['out_of_service', 'unavailable', 'disabled', 'maintenance'],
}
const usualClasses = byWord(usualWords)

/** Words of this service, from its settings; they win over the usual ones. */
type StatusWords = Readonly<Record<'free' | 'busy' | 'off', readonly string[]>>

let ownWords: StatusWords = { free: [], busy: [], off: [] }
let ownClasses = byWord(ownWords)

/** Once per page load, before anything is drawn. */
export function setStatusWords(words: StatusWords): void {
  ownWords = words
  ownClasses = byWord(words)
  known.clear()
}

function byWord(
  words: Readonly<Partial<Record<StatusClass, readonly string[]>>>,
): Map<string, StatusClass> {
  const entries = Object.entries(words) as [StatusClass, readonly string[]][]
  return new Map(
    entries.flatMap(([of, list]) => list.map((word) => [normaliseStatus(word), of] as const)),
  )
}

/** Meaning of a status, and whose reading that is; null for none and for an unknown word. */
export function statusReading(
  status: string | null,
): { readonly of: StatusClass; readonly by: 'interface' | 'setting' | 'Kerbside' } | null {
  const word = normaliseStatus(status ?? '')
  const own = ownClasses.get(word)
  if (own) return { of: own, by: 'setting' }
  const of = usualClasses.get(word)
  return of ? { of, by: word === SAMPLED ? 'interface' : 'Kerbside' } : null
}

const settings = { free: 'STATUS_FREE', busy: 'STATUS_BUSY', off: 'STATUS_OFF' } as const

/** The line of the settings that adds a word to those of a meaning; null for a text that a setting cannot hold. */
export function statusSetting(of: keyof typeof settings, word: string): string | null {
  if (!/^(?=.*\S)[\p{L}\p{M}\p{N} _.:/-]{1,40}$/u.test(word)) return null
  const words = [...ownWords[of], word.trim()].join(',')
  return `${settings[of]}=${/[^\p{L}\p{M}\p{N},_-]/u.test(words) ? `"${words}"` : words}`
}

/** All styles, in the order of a cluster's ring. */
export const STATUS_STYLES: readonly StatusStyle[] = [...Object.values(styles), NEUTRAL]

/** By status as received: a list is compared with each refresh, and spelling takes longer than all else. */
const known = new Map<string, StatusStyle>()

// A service that sends free text as status fills no memory.
const KNOWN_MAXIMUM = 200

export function statusStyle(status: string | null): StatusStyle {
  if (status === null) return NEUTRAL
  const before = known.get(status)
  if (before) return before
  const reading = statusReading(status)
  const style = reading ? styles[reading.of] : NEUTRAL
  if (known.size >= KNOWN_MAXIMUM) known.clear()
  known.set(status, style)
  return style
}

// The interface names no status of a booking but “pending”; further words stay neutral.
const bookingClasses = byWord({
  free: ['done', 'completed', 'complete', 'finished', 'delivered', 'fulfilled'],
  busy: ['under_way', 'in_progress', 'on_trip', 'started', 'picked_up', 'active'],
  promised: [
    'pending',
    'accepted',
    'assigned',
    'confirmed',
    'booked',
    'requested',
    'scheduled',
    'new',
  ],
  off: ['cancelled', 'canceled', 'expired', 'no_show'],
  out: ['failed', 'declined', 'rejected', 'refused', 'error'],
})

/** The shapes and colours of vehicles, for what became of a booking: promised, under way, done, called off, failed. */
export function bookingStatusStyle(status: string | null): StatusStyle {
  const of = bookingClasses.get(normaliseStatus(status ?? ''))
  return of ? styles[of] : NEUTRAL
}

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
  const parts = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.55),
  )
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
