import type { MapHandle } from '@/components/map/map-handle'
import type { Revealed } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'

/**
 * Brings the selected vehicle into view: once it is selected, or as soon as its position is known,
 * unless the dispatcher has moved the map since; of a followed vehicle every position.
 */
export class SelectedOnMap {
  readonly #map: Pick<MapHandle, 'reveal'>
  readonly #isFollowed: (id: string) => boolean
  #id: string | null = null
  /** Of the address, which a selection reaches later. */
  #addressId: string | null = null
  #isRevealed = false
  #hasMapMoved = false
  #followed: Position | null = null

  constructor(map: Pick<MapHandle, 'reveal'>, isFollowed: (id: string) => boolean) {
    this.#map = map
    this.#isFollowed = isFollowed
  }

  /** @param revealed the vehicle and what it is compared with; empty while unknown */
  select(id: string | null, revealed: readonly Revealed[]): void {
    this.#id = id
    this.#isRevealed = revealed.length > 0
    this.#hasMapMoved = false
    // The reason is gone with the selection.
    this.#map.reveal(revealed, () => this.#id === id)
  }

  /**
   * After each change of the address or of the vehicle's data.
   * @param around what is revealed with the vehicle
   */
  update(id: string | null, position: Position | null, around: () => readonly Revealed[]): void {
    if (id !== this.#addressId) {
      this.#addressId = id
      // By a link or the history.
      if (id !== this.#id) this.select(id, around())
    }
    if (id === null || id !== this.#id || !position) return
    const isAwaited = !this.#isRevealed && !this.#hasMapMoved
    if (isAwaited) this.select(id, around())
    this.#follow(id, position)
  }

  #follow(id: string, position: Position): void {
    if (!this.#isFollowed(id)) {
      this.#followed = null
      return
    }
    if (this.#followed === position) return
    this.#followed = position
    this.#map.reveal([{ position, kind: 'vehicle' }], () => this.#isFollowed(id) && this.#id === id)
  }

  /** The vehicle's card has come, which may cover the vehicle. */
  cardShown(revealed: readonly Revealed[]): void {
    if (!this.#hasMapMoved) this.select(this.#id, revealed)
  }

  mapMoved(): void {
    this.#hasMapMoved = true
  }
}
