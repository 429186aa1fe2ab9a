import RBush from 'rbush'
import type { Box } from './tiles'

/** A name at its place, in pixels of the world at one zoom. */
export interface Name {
  /** Lower is more important. */
  readonly rank: number
  readonly lines: readonly string[]
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly angle: number
  readonly font: string
  readonly pixels: number
  readonly colour: string
  /** Pixels that it covers: several boxes for a slanting one. */
  readonly boxes: readonly Box[]
  /** No second one of the same text this near. */
  readonly apart: number
}

const KEPT_TILES = 200

/** Names of all tiles at one zoom, none over another. */
export class NameIndex {
  readonly #tree = new RBush<Box & { readonly name: Name }>()
  /** By tile of the file, in the order in which they were placed. */
  readonly #tiles = new Map<string, Set<Name>>()

  has(tile: string): boolean {
    return this.#tiles.has(tile)
  }

  /**
   * Adds the names of a tile. Each needs its room: a less important one gives way,
   * any other keeps its place.
   * @returns the changes on the map
   */
  add(tile: string, names: readonly Name[]): Box[] {
    const own = new Set<Name>()
    this.#tiles.set(tile, own)
    const changed: Box[] = []
    for (const name of names) {
      const inTheWay = this.#near(name.boxes)
      if (inTheWay.some(({ rank }) => rank <= name.rank) || this.#isRepeated(name)) continue
      for (const other of inTheWay) {
        this.#remove(other)
        changed.push(...other.boxes)
      }
      for (const box of name.boxes) this.#tree.insert({ ...box, name })
      own.add(name)
      changed.push(...name.boxes)
    }
    this.#forget()
    return changed
  }

  within(box: Box): Name[] {
    return this.#near([box])
  }

  #near(boxes: readonly Box[]): Name[] {
    return [...new Set(boxes.flatMap((box) => this.#tree.search(box)).map(({ name }) => name))]
  }

  /** Of streets, whose names have one line. */
  #isRepeated({ lines: [text], x, y, apart }: Name): boolean {
    if (apart === 0) return false
    const around = { minX: x - apart, minY: y - apart, maxX: x + apart, maxY: y + apart }
    return this.#tree
      .search(around)
      .some(({ name }) => name.lines[0] === text && Math.hypot(name.x - x, name.y - y) < apart)
  }

  #remove(name: Name): void {
    for (const box of name.boxes)
      this.#tree.remove(
        { ...box, name },
        (one, other) =>
          one.name === other.name && one.minX === other.minX && one.minY === other.minY,
      )
    for (const names of this.#tiles.values()) names.delete(name)
  }

  /** More tiles than the largest screen shows, or names would come and go. */
  #forget(): void {
    const [oldest] = this.#tiles.keys()
    if (this.#tiles.size <= KEPT_TILES || oldest === undefined) return
    for (const name of this.#tiles.get(oldest) ?? []) this.#remove(name)
    this.#tiles.delete(oldest)
  }
}
