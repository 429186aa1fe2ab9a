import { parseInstant, parseTime } from '@/lib/interface/times'
import { epochOfLocal, localText } from './zone-time'

/** When a booking is to happen. */
export interface PickUpTime {
  /** Milliseconds since the epoch. */
  readonly atMs: number
  /** Left open by the text: nothing, its zone, its day and zone; or it says "now". */
  readonly assumed: 'nothing' | 'zone' | 'day' | 'now'
}

interface PickUpContext {
  /** When the booking was made: "now" and a time without its day count from it. */
  readonly bookedMs: number
  /** Of times without a zone; that of the browser by default. */
  readonly zone?: string | undefined
}

const NOW = /^(now|asap|immediately|as soon as possible)$/i
const EPOCH = /^(\d{10}|\d{13})(?:\.\d+)?$/
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?$/
const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/
const MAIL = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? (GMT|UTC|[+-]\d{4})$/
const DAY_MS = 24 * 60 * 60_000
/** A booking may reach Kerbside some minutes after its pick-up. */
const LATE_MS = 15 * 60_000

/**
 * The field `when` of a booking, in the forms that were seen.
 * @returns null for a text that is none of them, which is shown as it came
 * Source: interface §2.4 samples `now`; its other values are not shown (§3.1)
 */
export function readPickUpTime(text: string, context: PickUpContext): PickUpTime | null {
  const when = text.trim()
  if (NOW.test(when)) return { atMs: context.bookedMs, assumed: 'now' }
  const inFormat = parseTime(when)?.epochMs ?? parseInstant(when)
  const atMs = inFormat ?? epochOf(when) ?? mailTime(when)
  if (atMs !== null) return { atMs, assumed: 'nothing' }
  return localTime(when, context) ?? clockTime(when, context)
}

function epochOf(text: string): number | null {
  if (!EPOCH.test(text)) return null
  const number = Number(text)
  const [whole] = text.split('.')
  const isInSeconds = whole?.length === 10
  return Math.round(isInSeconds ? number * 1000 : number)
}

function mailTime(text: string): number | null {
  if (!MAIL.test(text)) return null
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : atMs
}

function localTime(text: string, { zone }: PickUpContext): PickUpTime | null {
  const match = LOCAL.exec(text)
  const [, day, minute, second = ':00'] = match ?? []
  if (day === undefined) return null
  // The 30th of February is no day.
  const isDay = parseTime(`${day}T00:00:00Z`) !== null
  if (!isDay) return null
  const atMs = epochOfLocal(`${day}T${minute}${second}`, zone)
  if (atMs === null) return null
  return { atMs, assumed: 'zone' }
}

/** The first such time of day after the booking. */
function clockTime(text: string, { bookedMs, zone }: PickUpContext): PickUpTime | null {
  const [, hour, minute] = CLOCK.exec(text) ?? []
  if (hour === undefined) return null
  const clock = `${hour.padStart(2, '0')}:${minute}:00`
  const earliestMs = bookedMs - LATE_MS
  for (const dayMs of [bookedMs, bookedMs + DAY_MS]) {
    const day = localText(dayMs, zone).slice(0, 10)
    const atMs = epochOfLocal(`${day}T${clock}`, zone)
    if (atMs === null || atMs < earliestMs) continue
    return { atMs, assumed: 'day' }
  }
  return null
}
