import KDBush from 'kdbush'
import { buildTree, type TreeAnswer, type TreeRequest } from './tree'

/** The part of Worker that is used here. */
export interface TreeWorker {
  postMessage(request: TreeRequest, transfer: Transferable[]): void
  onmessage: ((event: MessageEvent<TreeAnswer>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

/** Builds trees in a worker, on the main thread where none starts; only the newest result is used. */
export class TreeBuilder {
  readonly #start: () => TreeWorker
  #worker: TreeWorker | null = null
  #cannotStart = false
  #newest = 0

  constructor(start: () => TreeWorker) {
    this.#start = start
  }

  /** @param take not called once another tree was requested */
  build(x: Float64Array, y: Float64Array, take: (tree: KDBush) => void): void {
    const number = ++this.#newest
    const worker = this.#running()
    if (!worker) {
      take(KDBush.from(buildTree({ number, x, y }).data))
      return
    }
    worker.onmessage = ({ data: answer }) => {
      if (answer.number === this.#newest) take(KDBush.from(answer.data))
    }
    worker.postMessage({ number, x, y }, [x.buffer, y.buffer])
  }

  /** Discards the result of the tree being built. */
  drop(): void {
    this.#newest++
  }

  stop(): void {
    this.drop()
    this.#worker?.terminate()
    this.#worker = null
  }

  #running(): TreeWorker | null {
    if (this.#worker || this.#cannotStart) return this.#worker
    try {
      this.#worker = this.#start()
      this.#worker.onerror = () => this.#giveUp()
    } catch {
      this.#giveUp()
    }
    return this.#worker
  }

  #giveUp(): void {
    this.#worker?.terminate()
    this.#worker = null
    this.#cannotStart = true
  }
}
