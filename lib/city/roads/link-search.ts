import FlatQueue from 'flatqueue'
import { type RoadKind, SECONDS_MAXIMUM } from '@/lib/api/contract/roads'
import { isAgainst, type RoadGraph, startOf, turnBetween } from './graph'

export type LinkSearch = ReturnType<typeof createLinkSearch>

/**
 * Dijkstra's search over links (see `Links`), so that turns cost time; its arrays are used again by
 * the next search. `arriving`: from the end of every link to the nearest place; `leaving`: from the
 * nearest place to the beginning of every link. A link against a one-way road is reached, for
 * places that are on a crossing, but not driven.
 */
export function createLinkSearch(graph: RoadGraph) {
  const count = 2 * graph.roadCount
  const seconds = new Float64Array(count)
  const metres = new Float64Array(count)
  const via = new Int32Array(count)
  const isTarget = new Uint8Array(count)
  const queue = new FlatQueue<number>()
  const { start, link: links } = graph.leaving
  let costs = graph.costs.car
  let isReverse = true
  let targets = 0

  /** Over the crossing at the end of a link, or back over the one at its beginning. */
  function cross(link: number, reached: number, reachedMetres: number, step: number): void {
    const back = isReverse ? link : link ^ 1
    const node = startOf(graph, back)
    const end = start[node + 1]!
    for (let n = start[node]!; n < end; n++) {
      const arm = links[n]!
      // Turning round is never faster: a start has both directions.
      if (arm === back) continue
      const other = isReverse ? arm ^ 1 : arm
      const before = isReverse ? other : link
      const after = isReverse ? link : other
      const turn = turnBetween(graph, before, after)
      const total = reached + costs.crossing[before]! + costs.turn[turn]
      if (total >= seconds[other]! || total > SECONDS_MAXIMUM) continue
      seconds[other] = total
      metres[other] = reachedMetres
      via[other] = step
      queue.push(other, total)
    }
  }

  return {
    /** Infinity where a link is not reached within an hour. */
    seconds,
    metres,
    /** Link by which a link is reached; its complement where that is the place's own. */
    via,
    begin(kind: RoadKind, direction: 'arriving' | 'leaving'): void {
      seconds.fill(Number.POSITIVE_INFINITY)
      isTarget.fill(0)
      queue.clear()
      targets = 0
      costs = graph.costs[kind]
      isReverse = direction === 'arriving'
    },
    /** A place on a link, so far from that end of it by which it is reached or left. */
    addStart(link: number, startSeconds: number, startMetres: number): void {
      cross(link, startSeconds, startMetres, ~link)
    },
    /** Ends the search once all links that were named so are reached. */
    addTarget(link: number): void {
      if (isTarget[link]) return
      isTarget[link] = 1
      targets++
    },
    run(): void {
      while (targets > 0) {
        const reached = queue.peekValue()
        const link = queue.pop()
        if (link === undefined || reached === undefined) return
        // An entry that a faster way has replaced.
        if (reached > seconds[link]!) continue
        if (isTarget[link]) {
          isTarget[link] = 0
          targets--
        }
        if (isAgainst(graph, link)) continue
        const road = link >> 1
        const endSeconds = reached + costs.road[road]!
        const endMetres = metres[link]! + graph.metres[road]!
        cross(link, endSeconds, endMetres, link)
      }
    },
  }
}
