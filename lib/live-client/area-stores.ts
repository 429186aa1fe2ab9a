import type { AreaSearch } from '@/lib/contract/live'
import { AreaStore } from './area-store'
import { browserPlatform, type LivePlatform } from './platform'
import { areaToParams } from './stream'

// Who comes back to an area within this time sees it at once, with its age.
const KEPT_MS = 5 * 60_000

// Beside those in use: so many areas, and so many vehicles (about 0.5 KB each).
const KEPT_AREAS = 3
const KEPT_VEHICLES = 100_000

export interface AreaStores {
  /** The store of an area: the one in use, the one kept from before, or a new one. */
  of(search: AreaSearch): AreaStore
}

/** The areas a page shows, and the last few it has shown. */
export function createAreaStores(platform: LivePlatform): AreaStores {
  // The one idle for longest first.
  const kept = new Map<string, { readonly store: AreaStore; idleSinceMs: number }>()

  function forgetTheOld(exceptKey: string | null): void {
    const idle = [...kept].filter(([key, { store }]) => key !== exceptKey && !store.isInUse)
    let areas = idle.length
    let vehicles = idle.reduce((sum, [, { store }]) => sum + store.size, 0)
    for (const [key, { store, idleSinceMs }] of idle) {
      const isOld = platform.now() - idleSinceMs >= KEPT_MS
      if (!isOld && areas <= KEPT_AREAS && vehicles <= KEPT_VEHICLES) continue
      kept.delete(key)
      areas -= 1
      vehicles -= store.size
    }
  }

  function keep(key: string, store: AreaStore): void {
    kept.delete(key)
    kept.set(key, { store, idleSinceMs: platform.now() })
  }

  return {
    of(search) {
      const key = areaToParams(search).toString()
      forgetTheOld(null)
      const known = kept.get(key)
      if (known) return known.store
      const store = new AreaStore(search, platform, () => {
        if (kept.get(key)?.store !== store) return
        keep(key, store)
        forgetTheOld(null)
        platform.after(KEPT_MS, () => forgetTheOld(null))
      })
      keep(key, store)
      forgetTheOld(key)
      return store
    },
  }
}

export const browserStores = createAreaStores(browserPlatform)
