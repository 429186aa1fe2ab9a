import { createContext, type ReactNode, useContext } from 'react'
import { useNearPlaces } from '@/lib/api/queries/places'
import type { Position } from '@/lib/interface/resources'

const AsksContext = createContext(true)

/** Records whose positions stay in this browser: the server is not asked for their addresses. */
export function WithoutAddresses({ children }: { readonly children: ReactNode }) {
  return <AsksContext value={false}>{children}</AsksContext>
}

/** The address or street near a position; null while unknown. @param subject as of `NearNames` */
export function useNearName(position: Position | null, subject: string): string | null {
  const near = useNearPlaces()
  const asks = useContext(AsksContext)
  return position && asks ? near.at(position, subject) : null
}
