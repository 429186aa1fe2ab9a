import type { RoadList } from './road-list'

/** Roads of one node: those that leave it, or those that arrive, as `2 × road + 1 for driven backwards`. */
export interface Links {
  /** Where a node's links begin; one more than there are nodes. */
  readonly start: Uint32Array
  readonly link: Uint32Array
}

/** `start` counts links up to each node, then is filled from behind. */
export function linksOf(
  { nodeCount, from, to, isOneWay }: Pick<RoadList, 'nodeCount' | 'from' | 'to' | 'isOneWay'>,
  kind: 'leaving' | 'arriving',
): Links {
  const [forwards, backwards] = kind === 'leaving' ? [from, to] : [to, from]
  const start = new Uint32Array(nodeCount + 1)
  for (let road = 0; road < from.length; road++) {
    start[forwards[road]!]!++
    if (!isOneWay[road]) start[backwards[road]!]!++
  }
  for (let node = 1; node <= nodeCount; node++) start[node]! += start[node - 1]!
  const link = new Uint32Array(start[nodeCount]!)
  for (let road = from.length - 1; road >= 0; road--) {
    link[--start[forwards[road]!]!] = 2 * road
    if (!isOneWay[road]) link[--start[backwards[road]!]!] = 2 * road + 1
  }
  return { start, link }
}
