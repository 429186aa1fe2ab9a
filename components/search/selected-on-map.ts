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
  /** The vehicle and what it is compared with, as known last. */
  #revealed: readonly Revealed[] = []

  constructor(map: Pick<MapHandle, 'reveal'>, isFollowed: (id: string) => boolean) {
    this.#map = map
    this.#isFollowed = isFollowed
  }

  /** @param revealed the vehicle and what it is compared with; empty without a position */
  select(id: string | null, revealed: readonly Revealed[]): void {
    this.#id = id
    this.#hasMapMoved = false
    this.#reveal(revealed)
  }

  /** After each change of the address or of the vehicle's data; as `select`. */
  update(id: string | null, revealed: readonly Revealed[]): void {
    if (id !== this.#addressId) {
      this.#addressId = id
      // By a link or the history.
      if (id !== this.#id) this.select(id, revealed)
    }
    if (id === null || id !== this.#id) return
    this.#revealed = revealed
    if (!this.#isRevealed && !this.#hasMapMoved) this.#reveal(revealed)
    this.#follow(id, revealed)
  }

  /** The vehicle's card, which may cover the vehicle once it is there. */
  readonly cardRef = (card: Element | null): void => {
    if (card && !this.#hasMapMoved) this.#reveal(this.#revealed)
  }

  mapMoved(): void {
    this.#hasMapMoved = true
  }

  #reveal(revealed: readonly Revealed[]): void {
    const id = this.#id
    this.#revealed = revealed
    this.#isRevealed = revealed.length > 0
    // The reason is gone with the selection.
    this.#map.reveal(revealed, () => this.#id === id)
  }

  #follow(id: string, [vehicle]: readonly Revealed[]): void {
    if (!this.#isFollowed(id)) {
      this.#followed = null
      return
    }
    if (!vehicle || this.#followed === vehicle.position) return
    this.#followed = vehicle.position
    this.#map.reveal([vehicle], () => this.#isFollowed(id) && this.#id === id)
  }
}
