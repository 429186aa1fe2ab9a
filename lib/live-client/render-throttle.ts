import type { LivePlatform } from './platform'

/** Coalesces redraws; the earliest deadline wins. */
export class RenderThrottle {
  readonly #platform: LivePlatform
  readonly #draw: () => void
  #due: { readonly atMs: number; readonly cancel: () => void } | null = null

  constructor(platform: LivePlatform, draw: () => void) {
    this.#platform = platform
    this.#draw = draw
  }

  request(withinMs: number): void {
    const atMs = this.#platform.now() + withinMs
    if (this.#due && this.#due.atMs <= atMs) return
    this.cancel()
    const cancel = this.#platform.after(withinMs, () => {
      this.#due = null
      this.#draw()
    })
    this.#due = { atMs, cancel }
  }

  cancel(): void {
    this.#due?.cancel()
    this.#due = null
  }
}
