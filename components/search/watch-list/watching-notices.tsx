import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { useLiveData } from '@/components/search/page-data'
import { query } from '@/lib/api/queries/query'
import { safeText } from '@/lib/format/text'
import { watchedName } from './watched-now'

const SAID_AT_MOST = 3

/** "KB-17 is watched": after a star, which is far from the focus when `w` sets it. */
export function WatchedAnnouncement() {
  const { area } = useLiveData().view.live
  const { data } = useQuery(query('/api/watch-list'))
  const names = useVehicleNames()
  const named = data?.data.vehicles.map((vehicle) => {
    const name = safeText(watchedName(names, vehicle, area) ?? vehicle.id, 40)
    return [vehicle.id, name] as const
  })
  const text = useListChange(named && new Map(named))
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

/** @param now names by id; undefined before the list is loaded */
function useListChange(now: ReadonlyMap<string, string> | undefined): string {
  const [last, setLast] = useState({ names: now, text: '' })
  if (!now || haveSameKeys(last.names, now)) return last.text
  const text = last.names ? listChangeInWords(last.names, now) : ''
  setLast({ names: now, text })
  return text
}

function haveSameKeys(
  before: ReadonlyMap<string, string> | undefined,
  now: ReadonlyMap<string, string>,
): boolean {
  if (before?.size !== now.size) return false
  return [...now.keys()].every((id) => before.has(id))
}

function listChangeInWords(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): string {
  const texts: string[] = []
  for (const [id, name] of now) if (!before.has(id)) texts.push(`${name} is watched`)
  for (const [id, name] of before) if (!now.has(id)) texts.push(`${name} is no longer watched`)
  return texts.slice(0, SAID_AT_MOST).join('. ')
}
