import type { StatusClass } from '@/lib/api/contract/status-readings'
import type { AgeStep } from '@/lib/format/time/age'
import { normaliseStatus } from '@/lib/interface/statuses'

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

// The only one that the interface shows (§2.2, §3).
const SAMPLED = 'available'

// Kerbside's own reading of the usual words; any further one stays neutral.
const usualWords: Readonly<Record<StatusClass, readonly string[]>> = {
  free: [
    SAMPLED,
    'free',
    'idle',
    'online',
    'vacant',
    'unoccupied',
    'for_hire',
    'ready',
    'clear',
    'waiting_for_job',
    'awaiting_job',
    'cleared',
  ],
  busy: [
    'busy',
    'occupied',
    'on_trip',
    'in_trip',
    'in_use',
    'driving',
    'hired',
    'engaged',
    'en_route',
    'on_the_way',
    'under_way',
    'in_progress',
    'on_job',
    'rented',
    'delivering',
    // Passenger on board.
    'pob',
    'passenger_on_board',
    'on_board',
    'p.o.b.',
    'with_passenger',
    'with_customer',
    'with_client',
    'passenger_in_car',
    'picked_up',
    'on_ride',
    'in_ride',
    'in_transit',
    'on_route',
    'meter_on',
    // About to be free, and not yet.
    'soon_clear',
    'soon_to_clear',
    'stc',
    'picking_up',
    'dropping_off',
    'clearing',
  ],
  promised: [
    'reserved',
    'booked',
    'pending',
    'assigned',
    'accepted',
    'dispatched',
    'allocated',
    'arriving',
    'arrived',
    'at_pickup',
    'arrived_at_pickup',
    'driver_arrived',
    'approaching',
    'waiting_for_passenger',
    'awaiting_passenger',
    'to_pickup',
    'en_route_to_pickup',
    'on_the_way_to_pickup',
    'heading_to_pickup',
    'going_to_pickup',
    'job_accepted',
  ],
  off: [
    'offline',
    'inactive',
    'off_duty',
    'off_shift',
    'logged_off',
    'logged_out',
    'signed_off',
    'signed_out',
    'booked_off',
    'off',
    'not_working',
    'meal_break',
    'on_lunch',
    'on_break',
    'break',
    'away',
    'paused',
  ],
  out: [
    'out_of_service',
    'not_in_service',
    'unavailable',
    'not_available',
    'non_operational',
    'disabled',
    'maintenance',
    'in_maintenance',
    'out_of_order',
    'broken_down',
    'breakdown',
    'in_repair',
    'suspended',
    'retired',
  ],
}
const usualClasses = classesByWord(usualWords)

/** Words of this service, from its settings; they win over all others. */
interface StatusWords {
  readonly free: readonly string[]
  readonly busy: readonly string[]
  readonly off: readonly string[]
}

/** A reading by an administrator. */
interface StatusWord {
  readonly status: string
  readonly of: StatusClass
}

let settingClasses: ReadonlyMap<string, StatusClass> = new Map()
/** Readings by administrators; they win over the usual ones. */
let administratorClasses: ReadonlyMap<string, StatusClass> = new Map()
let version = 0
const listeners = new Set<() => void>()

/** Once per page load, before anything is drawn. */
export function setStatusWords(words: StatusWords): void {
  settingClasses = classesByWord(words)
  forgetStyles()
}

/** Readings of words by administrators, whenever they may have changed. */
export function setStatusReadings(readings: readonly StatusWord[]): void {
  const classes = classesOfReadings(readings)
  if (isSame(classes, administratorClasses)) return
  administratorClasses = classes
  forgetStyles()
}

function classesOfReadings(readings: readonly StatusWord[]): Map<string, StatusClass> {
  const classes = new Map<string, StatusClass>()
  for (const { status, of } of readings) classes.set(normaliseStatus(status), of)
  return classes
}

function isSame(
  classes: ReadonlyMap<string, StatusClass>,
  others: ReadonlyMap<string, StatusClass>,
): boolean {
  if (classes.size !== others.size) return false
  for (const [word, statusClass] of classes) {
    if (others.get(word) !== statusClass) return false
  }
  return true
}

/** Changes with each change of a reading. */
export const statusWordsVersion = (): number => version

/** @returns ends the subscription */
export function onStatusWords(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function forgetStyles(): void {
  cachedStyles.clear()
  version += 1
  for (const listener of listeners) listener()
}

type WordsOfClasses = { readonly [Class in StatusClass]?: readonly string[] }

function classesByWord(wordsOfClasses: WordsOfClasses): Map<string, StatusClass> {
  const classes = new Map<string, StatusClass>()
  for (const [statusClass, words] of Object.entries(wordsOfClasses)) {
    for (const word of words) classes.set(normaliseStatus(word), statusClass as StatusClass)
  }
  return classes
}

export interface StatusReading {
  readonly of: StatusClass
  readonly by: 'interface' | 'setting' | 'administrator' | 'Kerbside'
}

/** Meaning of a status, and whose reading that is; null for none and for an unknown word. */
export function statusReading(status: string | null): StatusReading | null {
  return readingIn(settingClasses, administratorClasses, status)
}

/**
 * The meaning of each status where several vocabularies are read at once: on the server.
 * @returns null for no status and for an unknown word
 */
export function createClassOf(words: StatusWords, readings: readonly StatusWord[]) {
  const settings = classesByWord(words)
  const administrators = classesOfReadings(readings)
  return (status: string | null): StatusClass | null =>
    readingIn(settings, administrators, status)?.of ?? null
}

function readingIn(
  settings: ReadonlyMap<string, StatusClass>,
  administrators: ReadonlyMap<string, StatusClass>,
  status: string | null,
): StatusReading | null {
  const word = normaliseStatus(status ?? '')
  const setting = settings.get(word)
  if (setting) return { of: setting, by: 'setting' }

  const administrator = administrators.get(word)
  if (administrator) return { of: administrator, by: 'administrator' }

  const usual = usualClasses.get(word)
  if (!usual) return null
  return { of: usual, by: word === SAMPLED ? 'interface' : 'Kerbside' }
}

/** All styles, in the order of a cluster's ring. */
export const STATUS_STYLES: readonly StatusStyle[] = [...Object.values(styles), NEUTRAL]

/**
 * By status as received: a list is compared with each refresh, and spelling
 * takes longer than all else.
 */
const cachedStyles = new Map<string, StatusStyle>()

// A service that sends free text as status fills no memory.
const CACHED_MAXIMUM = 200

export function statusStyle(status: string | null): StatusStyle {
  if (status === null) return NEUTRAL
  const cached = cachedStyles.get(status)
  if (cached) return cached

  const reading = statusReading(status)
  const style = reading ? styles[reading.of] : NEUTRAL
  if (cachedStyles.size >= CACHED_MAXIMUM) cachedStyles.clear()
  cachedStyles.set(status, style)
  return style
}

// The interface names no status of a booking but “pending”; further words stay neutral.
const bookingClasses = classesByWord({
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

/**
 * The shapes and colours of vehicles, for what became of a booking: promised, under way,
 * done, called off, failed.
 */
export function bookingStatusStyle(status: string | null): StatusStyle {
  const statusClass = bookingClasses.get(normaliseStatus(status ?? ''))
  return statusClass ? styles[statusClass] : NEUTRAL
}

/** Whether the vehicle of a booking is carrying its customer. */
export function isUnderWay(status: string | null): boolean {
  return bookingClasses.get(normaliseStatus(status ?? '')) === 'busy'
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
