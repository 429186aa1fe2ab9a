import FlatQueue from 'flatqueue'
import { SECONDS_MAXIMUM } from '@/lib/contract/road-limits'
import type { RoadGraph } from './graph'

/** Dijkstra's search from or to any number of places; its arrays are used again by the next search. */
export interface NodeSearch {
  /** Infinity where a node is not reached within an hour. */
  readonly seconds: Float64Array
  readonly metres: Float64Array
  /** Link by which a node is reached; -1 at the places themselves. */
  readonly link: Int32Array
  begin(): void
  /** Another place, so far from the node. */
  addStart(node: number, seconds: number, metres: number): void
  /** Ends the search once all nodes that were named so are reached. */
  addTarget(node: number): void
  /** `arriving`: from every node to the places; `leaving`: from the places to every node. */
  run(direction: 'arriving' | 'leaving'): void
}

export function createNodeSearch(graph: RoadGraph): NodeSearch {
  const { nodeCount, from, to } = graph
  const seconds = new Float64Array(nodeCount)
  const metres = new Float64Array(nodeCount)
  const link = new Int32Array(nodeCount)
  const isTarget = new Uint8Array(nodeCount)
  const queue = new FlatQueue<number>()
  let targets = 0

  return {
    seconds,
    metres,
    link,
    begin() {
      seconds.fill(Number.POSITIVE_INFINITY)
      isTarget.fill(0)
      queue.clear()
      targets = 0
    },
    addStart(node, startSeconds, startMetres) {
      if (startSeconds >= seconds[node]!) return
      seconds[node] = startSeconds
      metres[node] = startMetres
      link[node] = -1
      queue.push(node, startSeconds)
    },
    addTarget(node) {
      if (isTarget[node]) return
      isTarget[node] = 1
      targets++
    },
    run(direction) {
      const { start, link: links } = graph[direction]
      const isReverse = direction === 'arriving'
      while (targets > 0) {
        const reached = queue.peekValue()
        const node = queue.pop()
        if (node === undefined || reached === undefined) return
        // An entry that a faster way has replaced.
        if (reached > seconds[node]!) continue
        if (isTarget[node]) {
          isTarget[node] = 0
          targets--
        }
        const end = start[node + 1]!
        for (let n = start[node]!; n < end; n++) {
          const next = links[n]!
          const road = next >> 1
          const isForwards = (next & 1) === 0
          const other = isForwards === isReverse ? from[road]! : to[road]!
          const total = reached + graph.seconds[road]!
          if (total >= seconds[other]! || total > SECONDS_MAXIMUM) continue
          seconds[other] = total
          metres[other] = metres[node]! + graph.metres[road]!
          link[other] = next
          queue.push(other, total)
        }
      }
    },
  }
}
