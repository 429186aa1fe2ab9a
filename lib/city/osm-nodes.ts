/** Latitude and longitude in millionths of a degree. */
export type OsmPosition = readonly [lat: number, lng: number]

/** Nodes of ways, by index: an extract has millions of them. */
export type OsmNodes = ReturnType<typeof createNodes>

/** @param nodeIds ids of all nodes, repeats among them */
export function createNodes(nodeIds: Iterable<number>) {
  const ids = Float64Array.from(new Set(nodeIds)).sort()
  const positions = new Int32Array(2 * ids.length)
  const isRead = new Uint8Array(ids.length)
  const isBarrier = new Uint8Array(ids.length)

  function indexOf(id: number): number {
    let low = 0
    let high = ids.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      if (ids[middle] === id) return middle
      if (ids[middle]! < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  return {
    /** @returns -1 for a node of no way */
    indexOf,
    /** Ignores nodes of no way. */
    add(id: number, position: OsmPosition, isClosed: boolean): void {
      const index = indexOf(id)
      if (index < 0) return
      positions.set(position, 2 * index)
      isRead[index] = 1
      isBarrier[index] = isClosed ? 1 : 0
    },
    /** False where the extract does not have the node. */
    isKnown(index: number): boolean {
      return isRead[index] === 1
    },
    /** Whether a barrier stands on it. */
    isClosed(index: number): boolean {
      return isBarrier[index] === 1
    },
    positionOf(index: number): OsmPosition {
      return [positions[2 * index]!, positions[2 * index + 1]!]
    },
  }
}
