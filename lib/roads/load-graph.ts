import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { readDemoCity } from './graph/demo-city'
import { createRoadGraph, type RoadGraph } from './graph/road-graph'

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
  const text = await promisify(gunzip)(await readFile(source.file))
  const graph = createRoadGraph(readDemoCity(JSON.parse(text.toString())))
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  onProgress(`roads: ${graph.roadCount} between crossings, ready after ${seconds} s`)
  return graph
}
