import { type MapArchive, openMapArchive } from '@/lib/map-tiles/archive'
import { processInstance } from '@/lib/process/instance'
import { processSettings } from '@/lib/process/settings'

/** MAP_FILE, opened and checked; null when it is not set. @throws ConfigError */
export const processMapArchive = processInstance('map-archive', open).get

async function open(): Promise<MapArchive | null> {
  const { file } = processSettings().map
  return file === null ? null : openMapArchive(file)
}
