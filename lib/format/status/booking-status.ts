import { normaliseStatus } from '@/lib/interface/statuses'

/** Stage of a booking, by its status. */
export type BookingStage = 'open' | 'under-way' | 'done' | 'called-off' | 'declined' | 'failed'

// Uber: rider_canceled, driver_canceled, no_drivers_available; others in their spelling.
const CUSTOMERS = ['customer', 'passenger', 'rider', 'client', 'user', 'guest']
const DESKS = ['dispatch', 'dispatcher', 'operator', 'admin']
const FLEETS = ['driver', 'fleet', 'vehicle', 'owner', 'partner', 'supplier', 'provider']
const VEHICLES = ['driver', 'drivers', 'vehicle', 'vehicles', 'car', 'cars', 'taxi', 'taxis']

/**
 * Words of statuses of bookings. The interface names `pending` alone (§3.1). A vehicle that
 * declines is offered again elsewhere; a booking that a driver or fleet gives up has failed.
 */
const stages: Readonly<Record<BookingStage, readonly string[]>> = {
  open: ['pending', 'accepted', 'assigned', 'confirmed', 'booked', 'requested', 'scheduled', 'new'],
  'under-way': [
    'under_way',
    'in_progress',
    'on_trip',
    'started',
    'picked_up',
    'active',
    'on_board',
    'pob',
    'driving',
    'riding',
  ],
  done: [
    'done',
    'completed',
    'complete',
    'finished',
    'delivered',
    'fulfilled',
    'closed',
    'dropped_off',
    'paid',
  ],
  'called-off': [
    'cancelled',
    'canceled',
    'expired',
    'deleted',
    'no_show',
    ...[...CUSTOMERS, ...DESKS].flatMap(cancelledBy),
    ...CUSTOMERS.flatMap((who) => [`${who}_no_show`, `no_show_${who}`]),
  ],
  declined: ['declined', 'rejected', 'refused'],
  failed: [
    'failed',
    'error',
    'failure',
    'unfulfilled',
    'driver_no_show',
    ...FLEETS.flatMap(cancelledBy),
    ...VEHICLES.flatMap((what) => [`no_${what}`, `no_${what}_found`, `no_${what}_available`]),
  ],
}

function cancelledBy(who: string): string[] {
  return ['cancelled', 'canceled'].flatMap((word) => [`${who}_${word}`, `${word}_by_${who}`])
}

const stageOfWord = new Map(
  Object.entries(stages).flatMap(([stage, words]) =>
    words.map((word) => [normaliseStatus(word), stage as BookingStage] as const),
  ),
)

/** @returns null for no status and for an unknown word */
export function bookingStage(status: string | null): BookingStage | null {
  return stageOfWord.get(normaliseStatus(status ?? '')) ?? null
}
