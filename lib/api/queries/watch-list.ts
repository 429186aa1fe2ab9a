import {
  skipToken,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { WatchListName } from '@/lib/api/contract/watch-list'
import { query } from './query'

const WATCHING = ['watching'] as const

interface WatchStep {
  readonly vehicleId: string
  readonly list: WatchListName
  readonly isWatched: boolean
}

function useWatching() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: WATCHING,
    async mutationFn(steps: readonly WatchStep[]) {
      for (const { vehicleId, list, isWatched } of steps) {
        if (isWatched) await call('PUT /api/watch-list/{vehicleId}', { vehicleId }, { list })
        else await call('DELETE /api/watch-list/{vehicleId}', { vehicleId, list })
      }
    },
    onSettled: () => client.invalidateQueries(query('/api/watch-list')),
  })
}

/** Why the last change of a list failed, until it is dismissed; null when it did not. */
export function useWatchingError() {
  const cache = useQueryClient().getMutationCache()
  const errors = useMutationState({
    filters: { mutationKey: WATCHING },
    select: ({ state }) => state.error,
  })
  return {
    error: errors.at(-1) ?? null,
    dismiss() {
      const failed = cache.findAll({ mutationKey: WATCHING, status: 'error' })
      for (const mutation of failed) cache.remove(mutation)
    },
  }
}

const UNSHARING = ['unsharing'] as const

/**
 * A vehicle that is to leave the shared list, which other operators see
 * too: asked before it is done.
 */
export function useUnsharing() {
  const client = useQueryClient()
  const { mutate } = useWatching()
  const { data: vehicleId = null } = useQuery<string | null>({
    queryKey: UNSHARING,
    queryFn: skipToken,
    initialData: null,
  })
  const close = () => client.setQueryData(UNSHARING, null)
  return {
    vehicleId,
    close,
    confirm(): void {
      if (vehicleId !== null) mutate([{ vehicleId, list: 'shared', isWatched: false }])
      close()
    },
  }
}

export function useWatched() {
  const client = useQueryClient()
  const { data } = useQuery(query('/api/watch-list'))
  const me = useQuery(query('/api/me')).data?.data.operator
  const { mutate, isPending } = useWatching()
  const find = (vehicleId: string) => data?.data.vehicles.find(({ id }) => id === vehicleId) ?? null
  /** Viewers have a list of their own, and cannot change the shared one. */
  const canShare = me?.role !== 'viewer'
  const hasOwn = me !== null && me !== undefined
  return {
    isLoaded: data !== undefined,
    isPending,
    /** Without sign-in there is one list. */
    hasOwn,
    canShare,
    isWatched: (vehicleId: string) => find(vehicleId) !== null,
    /** False for a vehicle that only the desk watches, to viewers. */
    canToggle: (vehicleId: string) => {
      const watched = find(vehicleId)
      return data !== undefined && (watched === null || watched.own !== null || canShare)
    },
    /**
     * Adds a vehicle to the own list, or takes it out of that, or else asks to take
     * it out of the shared one.
     * @returns takes the change back; null where it is asked first
     */
    toggle(vehicleId: string): (() => void) | null {
      const watched = find(vehicleId)
      const isOfDeskOnly = watched !== null && watched.own === null
      if (isOfDeskOnly && hasOwn) {
        if (canShare) client.setQueryData(UNSHARING, vehicleId)
        return null
      }
      const list = isOfDeskOnly ? 'shared' : 'own'
      const change = (isWatched: boolean) => mutate([{ vehicleId, list, isWatched }])
      change(watched === null)
      return () => change(watched !== null)
    },
    /** Shares a vehicle with the desk, or keeps it in the own list only. */
    move(vehicleId: string, to: WatchListName): void {
      const from = to === 'own' ? 'shared' : 'own'
      mutate([
        { vehicleId, list: to, isWatched: true },
        { vehicleId, list: from, isWatched: false },
      ])
    },
  }
}

export type Watched = ReturnType<typeof useWatched>
