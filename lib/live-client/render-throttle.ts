import type { LivePlatform } from './platform'

/** Draws once, soon, for all who ask. */
export class RenderThrottle {
  readonly #platform: LivePlatform
  readonly #draw: () => void
  #due: { readonly atMs: number; readonly callOff: () => void } | null = null

  constructor(platform: LivePlatform, draw: () => void) {
    this.#platform = platform
    this.#draw = draw
  }

  /** At the latest after this time: who can wait longer is drawn with who cannot. */
  ask(withinMs: number): void {
    const atMs = this.#platform.now() + withinMs
    if (this.#due && this.#due.atMs <= atMs) return
    this.callOff()
    const callOff = this.#platform.after(withinMs, () => {
      this.#due = null
      this.#draw()
    })
    this.#due = { atMs, callOff }
  }

  callOff(): void {
    this.#due?.callOff()
    this.#due = null
  }
}
