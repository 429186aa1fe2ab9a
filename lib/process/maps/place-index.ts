import { join } from 'node:path'
import type { Settings } from '@/lib/config/settings'
import type { PlacesSource } from '@/lib/places/open-index'
import { createPlaces, type Places } from '@/lib/places/places'
import { processInstance } from '@/lib/process/instance'
import { processLog } from '@/lib/process/observability'
import { processSettings } from '@/lib/process/settings'
import { beforeStop } from '@/lib/process/stop'

/** The index of addresses and places, opened or built from the first use on. @throws ConfigError */
export const processPlaceIndex = processInstance('place-index', open).get

async function open(): Promise<Places> {
  const settings = processSettings()
  const root = process.cwd()
  const source = sourceOf(settings, root)
  const places = createPlaces({
    root,
    index: source && { source, indexFolder: settings.indexFolder },
    log: (level, message) => processLog()(level, { event: 'places', message }),
  })
  beforeStop(places.stop)
  places.start()
  return places
}

function sourceOf({ map, demoCity }: Settings, root: string): PlacesSource | null {
  if (!demoCity && !map.file) return null
  const folder = demoCity ? join(/* turbopackIgnore: true */ root, demoCity) : null
  return { kind: demoCity ? 'demo-city' : 'map', mapFile: map.file, folder }
}
