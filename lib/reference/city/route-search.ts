import FlatQueue from 'flatqueue'
import type { Roads } from './roads'

/**
 * Dijkstra's search from a node, at most `limitMetres` far.
 * @param direction leaving: nodes reached from the start; arriving: nodes from which it is reached
 * @param target ends the search once it is reached
 * @returns by node reached, its distance and the link by which it was reached; -1 for the start
 */
export function reach(
  roads: Roads,
  start: number,
  options: { limitMetres: number; direction?: 'leaving' | 'arriving'; target?: number },
) {
  const { limitMetres, direction = 'leaving', target } = options
  const metres = new Map([[start, 0]])
  const links = new Map([[start, -1]])
  const done = new Set<number>()
  const queue = new FlatQueue()
  queue.push(start, 0)
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (done.has(node)) continue
    done.add(node)
    if (node === target) break
    for (const index of roads[direction][node]!) {
      const link = roads.links[index]!
      const next = direction === 'leaving' ? link.to : link.from
      const far = metres.get(node)! + link.metres
      if (far > limitMetres || far >= (metres.get(next) ?? Number.POSITIVE_INFINITY)) continue
      metres.set(next, far)
      links.set(next, index)
      queue.push(next, far)
    }
  }
  return { metres, links }
}

/** @returns links from `start` to `target`; null when it is further than `limitMetres` */
export function shortestRoute(
  roads: Roads,
  start: number,
  target: number,
  limitMetres: number,
): number[] | null {
  const { links } = reach(roads, start, { limitMetres, target })
  if (!links.has(target)) return null
  const route: number[] = []
  for (let node = target; node !== start; ) {
    const index = links.get(node)!
    route.push(index)
    node = roads.links[index]!.from
  }
  return route.reverse()
}
