import { grown } from './grown'

/** How each vehicle of a list moved and reported so far, which helps to guess what follows. */
export class Habits {
  /** The last move. */
  norths: Float64Array
  easts: Float64Array
  /** Sizes in bits of what was coded last. */
  mainSizes: Uint8Array
  minorSizes: Uint8Array
  /** 1 while it moves. */
  moves: Uint8Array
  /** Frames since it last began or ceased to move. */
  runs: Uint8Array
  /** From the report before to the last one. */
  steps: Float64Array

  constructor(capacity: number) {
    this.norths = new Float64Array(capacity)
    this.easts = new Float64Array(capacity)
    this.mainSizes = new Uint8Array(capacity)
    this.minorSizes = new Uint8Array(capacity)
    this.moves = new Uint8Array(capacity)
    this.runs = new Uint8Array(capacity)
    this.steps = new Float64Array(capacity)
  }

  get bytes(): number {
    return 28 * this.runs.length
  }

  grow(capacity: number): void {
    this.norths = grown(this.norths, new Float64Array(capacity))
    this.easts = grown(this.easts, new Float64Array(capacity))
    this.mainSizes = grown(this.mainSizes, new Uint8Array(capacity))
    this.minorSizes = grown(this.minorSizes, new Uint8Array(capacity))
    this.moves = grown(this.moves, new Uint8Array(capacity))
    this.runs = grown(this.runs, new Uint8Array(capacity))
    this.steps = grown(this.steps, new Float64Array(capacity))
  }
}
