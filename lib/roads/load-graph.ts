import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readDemoCity } from './graph/demo-city'
import { createRoadGraph, type RoadGraph } from './graph/road-graph'
import type { RoadList } from './graph/road-list'
import { readRoadsFile } from './osm/read-roads-file'
import { RoadsFileError } from './osm/roads-file-error'

/** Where the roads come from; `file` is an absolute path. */
export interface GraphSource {
  readonly kind: 'demo-city' | 'file'
  readonly file: string
}

/** @param onProgress a line for the log */
export async function loadRoadGraph(
  source: GraphSource,
  onProgress: (text: string) => void,
): Promise<RoadGraph> {
  const startedAtMs = performance.now()
  const graph = createRoadGraph(
    source.kind === 'file' ? readFileOf(source.file, onProgress) : await readStoredCity(source.file),
  )
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  onProgress(`roads: ${graph.roadCount} between crossings, ready after ${seconds} s`)
  return graph
}

function readFileOf(file: string, onProgress: (text: string) => void): RoadList {
  try {
    return readRoadsFile(file, onProgress)
  } catch (error) {
    throw error instanceof RoadsFileError ? new Error(`ROADS_FILE: ${file} ${error.message}`) : error
  }
}

async function readStoredCity(file: string): Promise<RoadList> {
  const text = await promisify(gunzip)(await readFile(file))
  return readDemoCity(JSON.parse(text.toString()))
}
