import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { ListedArea, SavedArea } from '@/lib/api/contract/desk'
import type { WatchListName } from '@/lib/api/contract/watch-list'
import { query } from '@/lib/api/queries/query'

export interface AreaToSave extends SavedArea {
  readonly list: WatchListName
}

/** Saves and deletes areas of the desk, or of the operator. */
export function useChangeAreas() {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries(query('/api/desk/areas'))
  const save = useMutation({
    async mutationFn(areas: readonly AreaToSave[]) {
      for (const { name, query, list } of areas)
        await call('PUT /api/desk/areas', {}, { name, query, list })
    },
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ name, list }: ListedArea) => call('DELETE /api/desk/areas', { name, list }),
    onSettled,
  })
  return {
    save: save.mutateAsync,
    remove: remove.mutate,
    /** Why the last change failed. */
    error: save.error ?? remove.error,
    isPending: save.isPending || remove.isPending,
    /** The area deleted last, as long as nothing was saved since. */
    deleted: remove.isSuccess && save.isIdle ? (remove.variables ?? null) : null,
    /** Forgets the last deletion. */
    reset() {
      save.reset()
      remove.reset()
    },
  }
}
