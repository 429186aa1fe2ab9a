import type { LivePlatform } from './platform'

// A flick to another tab and back costs nothing.
const HIDDEN_GRACE_MS = 2_000

/** Whether somebody sees the tab; told apart from a mere glance elsewhere. */
export class TabVisibility {
  readonly #platform: LivePlatform
  readonly #onChange: () => void
  #unwatch: () => void = () => {}
  #callOff: () => void = () => {}
  isAway = false

  /** @param onChange called when the tab was left, and whenever it is seen again */
  constructor(platform: LivePlatform, onChange: () => void) {
    this.#platform = platform
    this.#onChange = onChange
  }

  watch(): void {
    this.isAway = this.#platform.isHidden()
    this.#unwatch = this.#platform.onVisibilityChange(() => this.#look())
  }

  stop(): void {
    this.#unwatch()
    this.#callOff()
  }

  #look(): void {
    this.#callOff()
    if (this.#platform.isHidden())
      this.#callOff = this.#platform.after(HIDDEN_GRACE_MS, () => this.#turn(true))
    else this.#turn(false)
  }

  #turn(isAway: boolean): void {
    this.isAway = isAway
    this.#onChange()
  }
}
