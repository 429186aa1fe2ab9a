import type { Circle, Revealed, View } from './types'

/** Leaflet's side of a handle. */
export interface MapMover {
  readonly view: () => View
  readonly size: () => Size
  /** Pans, at the same zoom, until positions are in view and uncovered. */
  readonly reveal: (revealed: readonly Revealed[]) => void
  readonly goTo: (view: View) => void
  /** @returns whether the movement begins with the next frame only */
  readonly fit: (circle: Circle) => boolean
  readonly focus: () => void
  /** Runs once controls that cover the map are rendered. @returns cancels */
  readonly afterRender: (run: () => void) => () => void
}

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface MapListeners {
  /** The dispatcher moves or zooms the map. */
  readonly onMove: () => void
  readonly onDrag: () => void
}

interface PendingReveal {
  readonly revealed: readonly Revealed[]
  readonly isWanted: () => boolean
}

const SAME_PLACE_DEGREES = 1e-5

/**
 * Commands of a page to its map. A command runs when it is called; one that has to wait, for the
 * map or for the end of a movement, is dropped by the next one, by the dispatcher moving the map
 * and where it is not wanted any more.
 */
export class MapHandle {
  readonly #listeners: MapListeners
  #mover: MapMover | null = null
  #pending: PendingReveal | null = null
  #cancelAttempt = () => {}
  #isMoving = false
  /** Of the command called last: until it returns, then until its movement ends. */
  #command: 'none' | 'running' | 'under way' = 'none'

  // As shown last: the difference to it is what another address changes.
  #reported: View | null = null
  #address: { readonly view: View | null; readonly circle: Circle } | null = null

  constructor(listeners: MapListeners) {
    this.#listeners = listeners
  }

  /** The map is there, with the next address that is shown. @returns the map is gone */
  attach(mover: MapMover): () => void {
    this.#mover = mover
    this.#reported = null
    this.#address = null
    this.#isMoving = false
    this.#command = 'none'
    this.#attemptSoon()
    return () => {
      this.#cancelAttempt()
      this.#mover = null
    }
  }

  /**
   * Brings positions into view.
   * @param revealed the most important first
   * @param isWanted false once the reason is gone
   */
  reveal(revealed: readonly Revealed[], isWanted: () => boolean = () => true): void {
    if (revealed.length === 0) return
    this.#pending = { revealed, isWanted }
    this.#attemptSoon()
  }

  /** Shows a view at once. */
  goTo(view: View): void {
    this.#run((mover) => {
      mover.goTo(view)
      return false
    })
  }

  /** Fits a circle into the map. */
  show(circle: Circle): void {
    this.#run((mover) => mover.fit(circle))
  }

  focus(): void {
    this.#mover?.focus()
  }

  /** Null before the map is there. */
  view(): View | null {
    return this.#mover?.view() ?? null
  }

  /** Null before the map is there. */
  size(): Size | null {
    return this.#mover?.size() ?? null
  }

  /**
   * Shows another view of the address, or the circle where the circle changed or the view was
   * removed. A refresh moves nothing.
   */
  showAddress(view: View | null, circle: Circle): void {
    const before = this.#address
    this.#address = { view, circle }
    // The map was made with the first one.
    if (!before) return
    if (view) {
      if (!this.#isShown(view)) this.goTo(view)
      return
    }
    if (before.view !== null || before.circle !== circle) this.#run((mover) => mover.fit(circle))
  }

  moveStarted(): void {
    this.#isMoving = true
    if (this.#command === 'none') this.#dispatcherMoved()
  }

  /** A drag may take over a movement of a command. */
  dragStarted(): void {
    this.#command = 'none'
    this.#dispatcherMoved()
    this.#listeners.onDrag()
  }

  moveEnded(view: View): void {
    this.#isMoving = false
    // A command first ends the movement before.
    if (this.#command === 'under way') this.#command = 'none'
    this.#reported = view
    this.#attemptSoon()
  }

  #dispatcherMoved(): void {
    this.#dropPending()
    this.#listeners.onMove()
  }

  #dropPending(): void {
    this.#cancelAttempt()
    this.#pending = null
  }

  /** @param command returns whether its movement begins later */
  #run(command: (mover: MapMover) => boolean): void {
    if (!this.#mover) return
    this.#dropPending()
    this.#command = 'running'
    const beginsLater = command(this.#mover)
    this.#command = this.#isMoving || beginsLater ? 'under way' : 'none'
  }

  #attemptSoon(): void {
    this.#cancelAttempt()
    // The end of a movement attempts again.
    if (!this.#mover || !this.#pending || this.#isMoving) return
    this.#cancelAttempt = this.#mover.afterRender(() => this.#attempt())
  }

  #attempt(): void {
    const pending = this.#pending
    if (!pending || this.#isMoving) return
    if (!pending.isWanted()) {
      this.#dropPending()
      return
    }
    this.#run((mover) => {
      mover.reveal(pending.revealed)
      return false
    })
  }

  #isShown(view: View): boolean {
    // The map may be on its way from the view that it reported last.
    if (this.#reported && isSameView(view, this.#reported)) return true
    return this.#mover !== null && isSameView(view, this.#mover.view())
  }
}

function isSameView(a: View, b: View): boolean {
  return (
    a.zoom === b.zoom &&
    Math.abs(a.position.lat - b.position.lat) < SAME_PLACE_DEGREES &&
    Math.abs(a.position.lng - b.position.lng) < SAME_PLACE_DEGREES
  )
}
