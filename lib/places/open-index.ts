import { join } from 'node:path'
import { keyOfFiles, readIndexFile, writeIndexFile } from '@/lib/files/index-file'
import { buildIndex } from './build/build-index'
import { createCollection } from './build/collect'
import type { PlaceIndex } from './place-index'
import { collectDemoCity, demoCityFiles } from './sources/demo-city'
import { collectMapFile } from './sources/map-file'

/** Files that the index is made from; absolute paths. */
export interface PlacesSource {
  readonly kind: 'demo-city' | 'map'
  /** Null with the demo city where its map is not shown. */
  readonly mapFile: string | null
  /** Folder of the demo city's files; null with another map. */
  readonly folder: string | null
}

export interface IndexOptions {
  readonly source: PlacesSource
  /** Where the index is kept. */
  readonly indexFolder: string
}

/** Raise with every change of how the index is made. */
const VERSION = 1

/** Opens the index that is kept, or builds and keeps it. @param progress lines for the log */
export async function openIndex(
  { source, indexFolder }: IndexOptions,
  progress: (text: string) => void,
): Promise<PlaceIndex> {
  const files = [
    ...(source.mapFile ? [source.mapFile] : []),
    ...(source.folder ? demoCityFiles(source.folder) : []),
  ]
  const key = await keyOfFiles(VERSION, files)
  const path = join(indexFolder, `places-${source.kind}`)
  const kept = await readIndexFile<PlaceIndex>(path, key)
  if (kept) return kept
  progress('address search: reading streets and house numbers')
  const index = await readSource(source, (text) => progress(`address search: ${text}`))
  // Without room for it, the next start builds it again.
  await writeIndexFile(path, key, index).catch((error: unknown) =>
    progress(`address search: the index cannot be kept: ${String(error)}`),
  )
  return index
}

async function readSource(source: PlacesSource, progress: (text: string) => void): Promise<PlaceIndex> {
  const collection = createCollection()
  if (source.folder) {
    await collectDemoCity(source.folder, collection)
    // Streets come from the demo city's own file.
    if (source.mapFile)
      await collectMapFile(source.mapFile, collection, { only: ['places', 'landuse'], progress })
  } else if (source.mapFile) await collectMapFile(source.mapFile, collection, { progress })
  return buildIndex(collection)
}
