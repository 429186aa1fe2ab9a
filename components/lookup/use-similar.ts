'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { SEARCH_TEXT_MAXIMUM } from '@/lib/api/contract/places'
import { nearMissesQuery } from '@/lib/api/queries/near-misses'
import { findVehiclesQuery } from '@/lib/api/queries/places/find'
import { lookupHref, vehicleHref } from '@/lib/format/links'
import { nearMisses } from '@/lib/format/near-misses'

const MOST_OFFERED = 5

/** A vehicle that an unknown reference may mean: by its own reference, or else by its plate. */
export interface Similar {
  readonly text: string
  /** Its plate or make; null where neither is known. */
  readonly detail: string | null
  /** The look-up of its reference, or else its record. */
  readonly href: Route
  readonly isReference: boolean
}

/** Vehicles whose call sign or plate holds the text, as far as Kerbside has read them; other spellings that the service knows. */
export function useSimilar(ourRef: string, isAsked: boolean) {
  const text = ourRef.trim()
  const known = useQuery({
    ...findVehiclesQuery(text),
    enabled: isAsked && text !== '' && text.length <= SEARCH_TEXT_MAXIMUM,
  })
  const candidates = nearMisses(
    ourRef,
    (known.data ?? []).flatMap((vehicle) => vehicle.ourRef ?? []),
  )
  const spelled = useQuery({
    ...nearMissesQuery(ourRef, candidates),
    enabled: isAsked && candidates.length > 0 && !known.isLoading,
  })
  const similar = new Map<string, Similar>()
  const plates = new Map(known.data?.map(({ ourRef: other, licencePlate }) => [other, licencePlate]))
  for (const { ourRef: other, make } of spelled.data?.found ?? [])
    add({ text: other, detail: plates.get(other) ?? make, href: lookupHref(other), isReference: true })
  for (const { id, ourRef: other, licencePlate } of known.data ?? [])
    if (other !== null) add({ text: other, detail: licencePlate, href: lookupHref(other), isReference: true })
    else if (licencePlate !== null)
      add({ text: licencePlate, detail: null, href: vehicleHref(id), isReference: false })
  function add({ href, ...one }: Omit<Similar, 'href'> & { readonly href: Route | null }): void {
    if (href !== null && !similar.has(one.text)) similar.set(one.text, { ...one, href })
  }
  return {
    similar: [...similar.values()].slice(0, MOST_OFFERED),
    isTrying: spelled.isFetching || known.isFetching,
    /** The service failed or asked for a pause before all spellings were tried. */
    isCutShort: spelled.data?.isCutShort ?? spelled.isError,
  }
}
