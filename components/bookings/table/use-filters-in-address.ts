'use client'

import { createLoader, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
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
/** Typed digit by digit. */
const days: readonly string[] = ['createdFrom', 'createdTo', 'whenFrom', 'whenTo']

const readAddress = createLoader(parsers)

/**
 * Keeps the filters of the list in the page's address; a step in the history sets them.
 * @param isOn false while records are open that must not leave the browser, not even with a reload
 */
export function useFiltersInAddress(isOn: boolean): void {
  const { filters } = useListState()
  const [address, setAddress] = useQueryStates(parsers)
  /** Filters of the address as read or written last. */
  const last = useRef<Address | null>(null)
  useEffect(() => {
    if (!isOn) return
    function onStep() {
      if (window.location.pathname !== '/bookings') return
      last.current = readAddress(window.location.search)
      show(last.current)
    }
    window.addEventListener('popstate', onStep)
    return () => window.removeEventListener('popstate', onStep)
  }, [isOn])
  useEffect(() => {
    if (!isOn) return
    if (last.current === null && names.some((name) => address[name] !== null)) {
      last.current = address
      show(address)
      return
    }
    const next = addressOf(filters)
    const isChosen = differ(last.current ?? next, next).some((name) => !days.includes(name))
    last.current = next
    // A link to the list or to another source of it has no filters: those that are set stay.
    if (differ(address, next).length > 0) void setAddress(next, { history: isChosen ? 'push' : 'replace' })
  }, [isOn, address, filters, setAddress])
}

function show(address: Address): void {
  const given = Object.entries(address).filter(([, value]) => value !== null)
  const { text } = openedStore.listState().filters
  openedStore.setListState({ filters: { ...NO_FILTERS, text, ...Object.fromEntries(given) } })
}

function differ(one: Address, other: Address) {
  return names.filter((name) => one[name] !== other[name])
}

function addressOf(filters: Filters): Address {
  const set = names.map((name) => [name, filters[name] === NO_FILTERS[name] ? null : filters[name]])
  return Object.fromEntries(set) as Address
}
