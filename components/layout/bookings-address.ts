import type { Route } from 'next'
import { create } from 'zustand'
import { onStorageCleared } from './storage'

/**
 * Address of the list of bookings as this tab showed it last, with its filters; links lead there.
 */
export const useBookingsAddress = create<Route>(() => '/bookings')

// Filters may hold an error text of a booking.
onStorageCleared(() => useBookingsAddress.setState('/bookings', true))
