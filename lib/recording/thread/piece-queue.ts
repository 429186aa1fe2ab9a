import type { RecordedPiece, RecordedPieces } from '@/lib/recording/pieces'

/** Pieces on their way to a question, one at a time. */
export class PieceQueue implements RecordedPieces {
  #waiting: ((result: IteratorResult<RecordedPiece>) => void) | null = null
  #next: { readonly piece: RecordedPiece; readonly taken: () => void } | null = null
  #hasEnded = false

  /** Resolves when it is taken. */
  push(piece: RecordedPiece): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) {
      waiting({ value: piece, done: false })
      return Promise.resolve()
    }
    return new Promise((taken) => {
      this.#next = { piece, taken }
    })
  }

  end(): void {
    this.#hasEnded = true
    this.#waiting?.({ value: undefined, done: true })
  }

  [Symbol.asyncIterator](): AsyncIterator<RecordedPiece> {
    return {
      next: () => {
        const next = this.#next
        this.#next = null
        next?.taken()
        if (next) return Promise.resolve({ value: next.piece, done: false })
        if (this.#hasEnded) return Promise.resolve({ value: undefined, done: true })
        return new Promise((resolve) => {
          this.#waiting = resolve
        })
      },
    }
  }
}
