import { type MapPage, usePage, type ZoneDraft } from '@/components/search/page'
import { ZONE_COLOURS, type Zone } from '@/lib/api/contract/zones'
import type { Position } from '@/lib/interface/resources'

/** Radius of a circle that is made without drawing, in metres. */
const FIRST_RADIUS = 500

type PageStore = MapPage['store']

/** Ends drawing on the map. @returns false where nothing is drawn */
export function cancelDrawing(store: PageStore): boolean {
  const { zoneDraft } = store.getState()
  if (!zoneDraft || zoneDraft.step === 'facts') return false
  const isNew = zoneDraft.step !== 'change'
  const before: ZoneDraft = { ...zoneDraft, shape: zoneDraft.shapeBefore, step: 'facts' }
  store.setState({ zoneDraft: isNew ? null : before })
  return true
}

/** Steps by which a zone is made and changed. */
export function useZoneDraftActions(zones: readonly Zone[]) {
  const { store, map } = usePage()
  const set = (zoneDraft: ZoneDraft | null) => store.setState({ zoneDraft })

  function newZone(): ZoneDraft['zone'] {
    const colour = ZONE_COLOURS[zones.length % ZONE_COLOURS.length] ?? ZONE_COLOURS[0]
    return { id: null, name: '', colour, fewestFree: null, mostFree: null }
  }

  return {
    draw: (step: 'polygon' | 'circle') =>
      set({ zone: newZone(), shape: null, shapeBefore: null, step }),
    /** A circle by numbers, by default around the middle of the map: the way without a pointer. */
    addCircle(centre: Position | null = map.view()?.position ?? null) {
      if (!centre) return
      const shape = { kind: 'circle', centre, radius: FIRST_RADIUS } as const
      set({ zone: newZone(), shape, shapeBefore: null, step: 'facts' })
    },
    edit({ shape, ...zone }: Zone) {
      set({ zone, shape, shapeBefore: null, step: 'facts' })
    },
    close: () => set(null),
  }
}
