import type { LivePlatform } from './platform'

// Ignores a short switch to another tab.
const HIDDEN_GRACE_MS = 2_000

/** Tab visibility, ignoring absences under 2 s. */
export class TabVisibility {
  readonly #platform: LivePlatform
  readonly #onChange: () => void
  #unsubscribe: () => void = () => {}
  #cancel: () => void = () => {}
  isHidden = false

  /** @param onChange called when the tab is hidden, and whenever it is shown again */
  constructor(platform: LivePlatform, onChange: () => void) {
    this.#platform = platform
    this.#onChange = onChange
  }

  start(): void {
    this.isHidden = this.#platform.isHidden()
    this.#unsubscribe = this.#platform.onVisibilityChange(() => this.#update())
  }

  stop(): void {
    this.#unsubscribe()
    this.#cancel()
  }

  #update(): void {
    this.#cancel()
    if (this.#platform.isHidden()) this.#cancel = this.#platform.after(HIDDEN_GRACE_MS, () => this.#set(true))
    else this.#set(false)
  }

  #set(isHidden: boolean): void {
    this.isHidden = isHidden
    this.#onChange()
  }
}
