'use client'

import type { Route } from 'next'
import { createContext, useContext } from 'react'

const HrefContext = createContext<(bookingId: string) => Route | null>(() => null)

/** Links ids of bookings within a record that arrived by webhook. */
export const BookingLinks = HrefContext.Provider

/** @returns null for a booking of which nothing arrived */
export function useBookingHref(bookingId: string): Route | null {
  return useContext(HrefContext)(bookingId)
}
