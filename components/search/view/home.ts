import { useQuery } from '@tanstack/react-query'
import type { HomeArea } from '@/lib/api/contract/desk'
import { query } from '@/lib/api/queries/query'

/** The home area of the desk. The map page is shown once it is known. */
export function useHome(): HomeArea {
  const { data } = useQuery(query('/api/service'))
  if (!data) throw new Error('The settings are not loaded')
  return data.data.map.home
}

/** "Montevideo", or "home" where the desk gave it no name. */
export function homeInWords({ name }: HomeArea): string {
  return name ?? 'home'
}
