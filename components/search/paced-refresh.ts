/** Handles its own errors. */
type Work = (signal: AbortSignal) => Promise<void>

/** Runs the newest work, one at a time and one in `everyMs`; work for another subject at once. */
export class PacedRefresh {
  readonly #everyMs: number
  #subject: string | null = null
  #next: Work | null = null
  #running: AbortController | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #startedAtMs = Number.NEGATIVE_INFINITY

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** @param subject another one aborts the work for the one before */
  request(subject: string, work: Work): void {
    this.#next = work
    if (subject === this.#subject) {
      this.#schedule()
      return
    }
    this.stop()
    this.#next = work
    this.#subject = subject
    this.#start()
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#next = null
    this.#subject = null
  }

  #schedule(): void {
    if (this.#running || this.#timer !== undefined || !this.#next) return
    const waitMs = this.#startedAtMs + this.#everyMs - performance.now()
    this.#timer = setTimeout(() => this.#start(), Math.max(0, waitMs))
  }

  #start(): void {
    const work = this.#next
    this.#timer = undefined
    this.#next = null
    if (!work) return
    const running = new AbortController()
    this.#running = running
    this.#startedAtMs = performance.now()
    void work(running.signal).finally(() => {
      if (this.#running !== running) return
      this.#running = null
      this.#schedule()
    })
  }
}
