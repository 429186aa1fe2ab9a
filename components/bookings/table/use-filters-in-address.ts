'use client'

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEffect, useRef } from 'react'
import { openedStore, useListState } from '@/components/bookings/opened/use-opened'
import { severities } from '@/lib/inspect/finding'
import { type Filters, NO_FILTERS } from './list-view'

// Without the text that is searched for: a name does not belong into logs of addresses.
const parsers = {
  status: parseAsString,
  when: parseAsString,
  currency: parseAsString,
  error: parseAsString,
  createdFrom: parseAsString,
  createdTo: parseAsString,
  whenFrom: parseAsString,
  whenTo: parseAsString,
  onlyErrors: parseAsBoolean,
  findings: parseAsStringLiteral(['any', 'none', ...severities]),
}
type Address = { [Name in keyof typeof parsers]: Filters[Name] | null }

const names = Object.keys(parsers) as (keyof Address)[]

/**
 * Keeps the filters of the list in the page's address.
 * @param isOn false while records are open that must not leave the browser, not even with a reload
 */
export function useFiltersInAddress(isOn: boolean): void {
  const { filters } = useListState()
  const [address, setAddress] = useQueryStates(parsers)
  const isRead = useRef(false)
  useEffect(() => {
    if (!isOn) return
    const given = Object.entries(address).filter(([, value]) => value !== null)
    if (!isRead.current && given.length > 0) {
      isRead.current = true
      openedStore.setListState({ filters: { ...NO_FILTERS, ...Object.fromEntries(given) } })
      return
    }
    isRead.current = true
    const next = addressOf(filters)
    if (names.some((name) => next[name] !== address[name])) void setAddress(next)
  }, [isOn, address, filters, setAddress])
}

function addressOf(filters: Filters): Address {
  const set = names.map((name) => [name, filters[name] === NO_FILTERS[name] ? null : filters[name]])
  return Object.fromEntries(set) as Address
}
