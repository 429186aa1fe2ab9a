import type { ShortcutRow } from './shortcuts-dialog'

const MOVES = ['↑', '↓', 'Page Up', 'Page Down', 'Home', 'End']

/** The bell in the header has its key itself. */
export const ALERTS_ROW: ShortcutRow = { keys: ['a'], effect: 'Open or close the alerts' }

const everywhere: readonly ShortcutRow[] = [
  { keys: ['0'], effect: 'Open the map of the home area' },
  ALERTS_ROW,
  { keys: ['Escape'], effect: 'Close a dialog, menu or explanation' },
  { keys: ['?'], effect: 'Show these shortcuts' },
]

const inVehicle: readonly ShortcutRow[] = [
  { keys: ['w'], effect: 'Watch this vehicle, or stop watching it' },
]

const inBooking: readonly ShortcutRow[] = [
  { keys: ['b'], effect: 'Find a vehicle for this booking, on the pick-up board' },
]

const inBookings: readonly ShortcutRow[] = [
  { keys: ['/'], effect: 'Search the bookings' },
  { keys: ['Ctrl Enter'], effect: 'When pasting records: open them' },
  { keys: MOVES, effect: 'In the list: select another booking' },
  { keys: ['Enter'], effect: 'In the list: open the selected booking' },
  { keys: ['b'], effect: 'Under Due: find a vehicle for the open booking' },
]

/** Of a page, the map's aside. */
export function shortcutsOf(path: string): readonly ShortcutRow[] {
  if (path === '/bookings') return [...inBookings, ...everywhere]
  if (path.startsWith('/bookings/arrived/')) return [...inBooking, ...everywhere]
  if (path.startsWith('/vehicles/')) return [...inVehicle, ...everywhere]
  return everywhere
}
