import RBush from 'rbush'
import type { SymbolName } from './symbols'
import type { Box } from './tiles'

/** A name at its place, in pixels of the world at one zoom. */
export interface Name {
  /** Lower is more important. */
  readonly rank: number
  /** None for a symbol alone. */
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
  /** Same for all places of one name, of which one is enough. */
  readonly key: string
  /** No second one of the same key this near. */
  readonly apart: number
  /** Symbol at the place; the text is this many pixels below it. */
  readonly symbol?: SymbolName | undefined
  readonly textDown?: number
}

const KEPT_TILES = 60

type PlacedBox = Box & { readonly name: Name }

/**
 * Names of all tiles at one zoom, none over another. Which of them have room depends on
 * the tiles alone, not on the order in which they arrived: a view always shows the same.
 */
export class NameIndex {
  /** All that are wanted, by tile of the file; the tile added longest ago first. */
  readonly #wanted = new Map<string, readonly Name[]>()
  #placed = new Set<Name>()
  #tree = new RBush<PlacedBox>()

  has(tile: string): boolean {
    return this.#wanted.has(tile)
  }

  /**
   * Adds the names of a tile, most important first.
   * @returns the changes on the map
   */
  add(tile: string, names: readonly Name[]): Box[] {
    this.#wanted.set(tile, names)
    this.#forget()
    const before = this.#placed
    this.#place()
    const gone = [...before].filter((name) => !this.#placed.has(name))
    const come = [...this.#placed].filter((name) => !before.has(name))
    return [...gone, ...come].flatMap(({ boxes }) => boxes)
  }

  within(box: Box): Name[] {
    return [...new Set(this.#tree.search(box).map(({ name }) => name))]
  }

  /** Each name needs its room, and the more important one has it. */
  #place(): void {
    this.#tree = new RBush()
    this.#placed = new Set()
    const byKey = new Map<string, Name[]>()
    for (const name of this.#inOrder()) {
      const alike = byKey.get(name.key) ?? []
      if (alike.some((other) => isRepeated(name, other))) continue
      if (name.boxes.some((box) => this.#tree.collides(box))) continue
      for (const box of name.boxes) this.#tree.insert({ ...box, name })
      this.#placed.add(name)
      byKey.set(name.key, [...alike, name])
    }
  }

  /** Equals by tile, and as they come in it. */
  #inOrder(): Name[] {
    const tiles = [...this.#wanted].sort(([one], [other]) => (one < other ? -1 : 1))
    return tiles.flatMap(([, names]) => names).sort((one, other) => one.rank - other.rank)
  }

  /** More tiles are kept than the largest screen shows, or names would come and go. */
  #forget(): void {
    const [oldest] = this.#wanted.keys()
    if (this.#wanted.size > KEPT_TILES && oldest !== undefined) this.#wanted.delete(oldest)
  }
}

function isRepeated(name: Name, other: Name): boolean {
  return Math.hypot(name.x - other.x, name.y - other.y) < name.apart
}
