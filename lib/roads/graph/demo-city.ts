import { createRoadList, type RoadList } from './road-list'

/** Streets of the demo city as stored: see lib/demo-city/README.md. */
export interface StoredRoads {
  readonly nodes: readonly number[]
  readonly names: readonly string[]
  readonly edges: readonly (readonly [number, number, number, number, number, 0 | 1, readonly number[]])[]
}

export function readDemoCity({ nodes, names, edges }: StoredRoads): RoadList {
  const position = Int32Array.from(nodes)
  for (let n = 2; n < position.length; n++) position[n]! += position[n - 2]!
  const roads = createRoadList()
  for (const [from, to, , name, kmh, isOneWay, between] of edges) {
    let [lat, lng] = [position[2 * from]!, position[2 * from + 1]!]
    roads.addPoint(lat, lng)
    for (let n = 0; n < between.length; n += 2) {
      lat += between[n]!
      lng += between[n + 1]!
      roads.addPoint(lat, lng)
    }
    roads.addPoint(position[2 * to]!, position[2 * to + 1]!)
    roads.add({ from, to, kmh, isOneWay: isOneWay === 1, isService: false, name: names[name] ?? '' })
  }
  return roads.done(position.length / 2)
}
