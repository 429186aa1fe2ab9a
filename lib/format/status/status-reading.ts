import type { StatusClass } from '@/lib/api/contract/status-readings'
import { normaliseStatus } from '@/lib/interface/statuses'
import {
  classesByWord,
  classesOfReadings,
  type GivenReadings,
  givenReadings,
  type StatusWord,
  type StatusWords,
} from './given-readings'

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

export interface StatusReading {
  readonly of: StatusClass
  readonly by: 'interface' | 'setting' | 'administrator' | 'Kerbside'
}

/** Meaning of a status, and whose reading that is; null for none and for an unknown word. */
export function statusReading(status: string | null): StatusReading | null {
  return readingIn(givenReadings(), status)
}

/**
 * The meaning of each status where several vocabularies are read at once: on the server.
 * @returns null for no status and for an unknown word
 */
export function createClassOf(words: StatusWords, readings: readonly StatusWord[]) {
  const given = { settings: classesByWord(words), administrators: classesOfReadings(readings) }
  return (status: string | null): StatusClass | null => readingIn(given, status)?.of ?? null
}

function readingIn(
  { settings, administrators }: GivenReadings,
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
