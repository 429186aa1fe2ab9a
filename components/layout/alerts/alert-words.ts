import type { Route } from 'next'
import type { Alert, AlertRule } from '@/lib/api/contract/alerts'
import { type ProblemKind, problemKinds } from '@/lib/api/contract/problems'
import type { VehicleNames } from '@/lib/api/queries/names'
import { arrivedBookingHref, mapHref, vehicleHref, zoneHref } from '@/lib/format/links'
import { counted } from '@/lib/format/number'
import { statusChangePhrase, statusPhrase } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import { hoursAndMinutes } from '@/lib/format/time/time-in-status'

const LONGEST_NAME = 40

/** Object of an alert: a call sign, a booking’s reference, a zone, the service, or a number. */
export function nameOf({ vehicle, booking, zone, more }: Alert, names: VehicleNames): string {
  if (more !== null) return `${counted(more, 'more alert')}:`
  if (vehicle) {
    const { id, ...directory } = vehicle
    const known = { ...directory, active_booking_id: null }
    return safeText(names.shown({ id, directory: known }) ?? id, LONGEST_NAME)
  }
  if (booking) return `Booking ${safeText(booking.name ?? booking.key, LONGEST_NAME)}`
  return zone ? safeText(zone.name, LONGEST_NAME) : 'The service'
}

/** The event, in words that follow the name. */
export function eventOf({ rule, detail, zone, more }: Alert): string {
  if (more !== null) return firstLower(ruleWords[rule].label)
  switch (rule) {
    case 'service':
      return serviceEvent(detail)
    case 'booking-failed':
      return 'failed'
    case 'booking-due':
      return 'has no vehicle'
    case 'watched-free':
      return 'is free again'
    case 'watched-status':
      return statusChangePhrase(detail)
    case 'watched-left':
      return 'left the home area'
    case 'watched-gone':
      return 'is no longer known to the service'
    case 'standing-busy':
    case 'standing-free':
      return `is standing still while ${statusPhrase(detail)}`
    case 'silent':
      return 'has not reported'
    case 'zone-under':
      return 'is short of free vehicles'
    case 'zone-over':
      return 'has too many free vehicles'
    case 'zone-entered':
      return `entered ${safeText(zone?.name ?? '', LONGEST_NAME)}`
    case 'zone-left':
      return `left ${safeText(zone?.name ?? '', LONGEST_NAME)}`
  }
}

function serviceEvent(kind: string | null): string {
  const isKnown = kind !== null && Object.hasOwn(problemKinds, kind)
  const title = isKnown ? problemKinds[kind as ProblemKind].title : 'Service error'
  return `has a problem: ${firstLower(title)}`
}

function firstLower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** "3 min", "2 h 5 min". */
export function lasted(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return '< 1 min'
  return minutes < 60 ? `${minutes} min` : hoursAndMinutes(minutes)
}

/**
 * Page that shows its object: the map with a zone, or with a vehicle at its position, else its
 * record; null for the service, and for an id that cannot be requested.
 * @param view parameters of the map last seen
 */
export function hrefOf({ vehicle, booking, zone }: Alert, view: URLSearchParams): Route | null {
  if (booking) return arrivedBookingHref(booking.key)
  if (zone) return zoneHref(zone, vehicle?.id ?? null, view)
  if (!vehicle) return null
  return vehicle.position ? mapHref(vehicle.position, vehicle.id, view) : vehicleHref(vehicle.id)
}

interface RuleWords {
  readonly label: string
  /** Label of its limit; null for a rule without one. */
  readonly limit: string | null
}

export const ruleWords: Readonly<Record<AlertRule, RuleWords>> = {
  service: { label: 'The service does not answer, or refuses the key', limit: 'for' },
  'booking-failed': { label: 'A booking failed', limit: null },
  'booking-due': { label: 'A booking has no vehicle', limit: 'before its pick-up:' },
  'watched-free': { label: 'A watched vehicle is free again', limit: null },
  'watched-status': { label: 'A watched vehicle has another status', limit: null },
  'watched-left': { label: 'A watched vehicle left the home area', limit: null },
  'watched-gone': { label: 'A watched vehicle is no longer known to the service', limit: null },
  'standing-busy': { label: 'A busy vehicle is standing still', limit: 'for' },
  'standing-free': { label: 'A free vehicle is standing still', limit: 'for' },
  silent: { label: 'A vehicle at work has not reported', limit: 'for' },
  'zone-under': { label: 'A zone is short of free vehicles', limit: 'for' },
  'zone-over': { label: 'A zone has too many free vehicles', limit: 'for' },
  'zone-entered': { label: 'A vehicle of the home area entered a zone', limit: null },
  'zone-left': { label: 'A vehicle left a zone, and is still in the home area', limit: null },
}
