import type { Route } from 'next'
import { usePathname, useSearchParams } from 'next/navigation'
import { createSerializer, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEffect, useMemo } from 'react'
import {
  openedStore,
  type Source,
  useListState,
  useOpened,
} from '@/components/bookings/opened/opened-store'
import { useBookingsAddress } from '@/components/layout/bookings-address'
import { type AddressFilters, type Filters, NO_ADDRESS_FILTERS } from './list-view'

// Without the text that is searched for: a name does not belong into logs of addresses.
const filterParsers = Object.fromEntries(
  Object.keys(NO_ADDRESS_FILTERS).map((name) => [name, parseAsString.withDefault('')]),
) as Record<keyof AddressFilters, ReturnType<typeof parseAsString.withDefault>>

const SOURCES = ['due', 'all', 'arrived', 'opened', 'unrecognised'] as const
export type SourceName = (typeof SOURCES)[number]

export const sourceParser = parseAsStringLiteral(SOURCES)
const withSource = createSerializer({ source: sourceParser })

/** @returns `address` of a list with another source of bookings and the same filters */
export function addressOfSource(address: Route, source: SourceName): Route {
  return withSource(address, { source }) as Route
}

export function useHasAddressFilters(): boolean {
  const [filters] = useQueryStates(filterParsers)
  return Object.values(filters).some((value) => value !== '')
}

/** Links to the list lead to its address as it is now, also from other pages. */
export function useKeptAddress(): void {
  const path = usePathname()
  const search = useSearchParams().toString()
  useEffect(() => {
    const address = search === '' ? path : `${path}?${search}`
    useBookingsAddress.setState(address as Route, true)
  }, [path, search])
}

/**
 * Filters of the list and their setter. Those of arrived bookings are in the address. While records
 * are open they are in memory: nothing of these may leave the browser, not even with a reload.
 */
export function useFilters(): readonly [Filters, (change: Partial<Filters>) => void] {
  const isOpen = useOpened().state !== 'none'
  const text = useListState((list) => list.text)
  const openedFilters = useListState((list) => list.openedFilters)
  const [addressFilters, setAddressFilters] = useQueryStates(filterParsers, { history: 'push' })
  const chosen = isOpen ? openedFilters : addressFilters
  const filters = useMemo(() => ({ text, ...chosen }), [text, chosen])

  function setFilters({ text: nextText = text, ...change }: Partial<Filters>): void {
    if (isOpen) {
      openedStore.setList({ text: nextText, openedFilters: { ...openedFilters, ...change } })
      return
    }
    openedStore.setList({ text: nextText })
    if (Object.keys(change).length > 0) void setAddressFilters(change)
  }

  return [filters, setFilters]
}

const openedParsers = { source: sourceParser, ...filterParsers }

/** @returns opens a source of records and shows them, without the filters of arrived bookings */
export function useOpenSource(): (source: Source, text?: string) => void {
  const [, setAddress] = useQueryStates(openedParsers)
  return (source, text) => {
    openedStore.open(source, text)
    void setAddress({ ...NO_ADDRESS_FILTERS, source: 'opened' })
  }
}
