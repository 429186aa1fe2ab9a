import { QueryClient } from '@tanstack/react-query'
import { expect, it, test } from 'vitest'
import { WatchingErrorNotice } from '@/components/record/watching-error-notice'
import { query } from '@/lib/api/queries/query'
import {
  useUnsharing,
  useWatched,
  useWatchingError,
  type Watched,
} from '@/lib/api/queries/watch-list'
import { render, textIn } from '@/lib/testing/render'
import { RowStar } from './star-button'
import { UnshareQuestion } from './unshare-question'

const ADDED = { addedAt: '2026-01-01T12:00:00.000Z', addedBy: 'Grace' }

/** @param lists of the vehicle `v-1` */
function page(
  lists: Record<'own' | 'shared', typeof ADDED | null>,
  role: string | null = 'dispatcher',
) {
  const mutations = { retry: false, networkMode: 'offlineFirst' } as const
  const client = new QueryClient({ defaultOptions: { mutations } })
  const vehicle = { id: 'v-1', our_ref: 'KB-17', licence_plate: null, changes: [], ...lists }
  client.setQueryData(query('/api/watch-list').queryKey, {
    data: { now: 0, vehicles: [vehicle] },
  } as never)
  client.setQueryData(query('/api/me').queryKey, { data: { operator: role && { role } } } as never)
  let watched: Watched | null = null
  function Probe() {
    watched = useWatched()
    return null
  }
  render(<Probe />, { client })
  watched!.toggle('v-1')
  function Question() {
    const { vehicleId } = useUnsharing()
    return vehicleId === null ? null : <UnshareQuestion vehicleId={vehicleId} />
  }
  const mutated = client.getMutationCache().getAll()
  return {
    question: render(<Question />, { client }).match(/<h2[^>]*>(.*?)<\/h2>/)?.[1] ?? null,
    changes: mutated.map(({ state }) => state.variables),
  }
}

it('a star asks before it takes a vehicle off the list of the desk, and changes nothing until then', () => {
  const question = 'Stop watching KB-17 for the whole desk?'
  expect(page({ own: null, shared: ADDED })).toEqual({ question, changes: [] })
})

it('nothing is asked about a list of one’s own, nor of a viewer, who cannot change the shared one', () => {
  const removal = [[{ vehicleId: 'v-1', list: 'own', isWatched: false }]]
  expect(page({ own: ADDED, shared: null })).toEqual({ question: null, changes: removal })
  expect(page({ own: ADDED, shared: ADDED })).toEqual({ question: null, changes: removal })
  expect(page({ own: null, shared: ADDED }, 'viewer')).toEqual({ question: null, changes: [] })
})

it('without sign-in there is one list, and nothing is asked', () => {
  const removal = [[{ vehicleId: 'v-1', list: 'shared', isWatched: false }]]
  expect(page({ own: null, shared: ADDED }, null)).toEqual({ question: null, changes: removal })
})

it('says what a click does, and to viewers that only the desk can stop watching', () => {
  const title = (isWatched: boolean, canToggle: boolean) =>
    /title="([^"]*)"/.exec(render(<RowStar isWatched={isWatched} canToggle={canToggle} />))?.[1]
  expect([title(false, true), title(true, true), title(true, false)]).toEqual([
    'Watch this vehicle',
    'Stop watching this vehicle',
    'Watched by the whole desk',
  ])
})

test.each<[('fails' | 'works')[], boolean]>([
  [[], false],
  [['works', 'fails'], true],
  [['fails', 'works'], false],
])(
  'a star that was not kept is said so on the screen, until one is: after %j %s',
  async (runs, isSaid) => {
    const client = new QueryClient()
    for (const run of runs) {
      const mutationFn = () =>
        run === 'works' ? Promise.resolve() : Promise.reject(new Error('down'))
      const mutation = client
        .getMutationCache()
        .build(client, { mutationKey: ['watching'], mutationFn })
      await mutation.execute(undefined).catch(() => null)
    }
    let dismiss = () => {}
    function Probe() {
      dismiss = useWatchingError().dismiss
      return <WatchingErrorNotice />
    }
    const text = () => textIn(render(<Probe />, { client }))
    expect(text()).toMatch(isSaid ? /^The watch list was not changed: / : /^$/)
    // One notice for all panels.
    dismiss()
    expect(text()).toBe('')
  },
)
