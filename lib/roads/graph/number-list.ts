type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array

/** A typed array that grows. */
export class NumberList<T extends Numbers> {
  length = 0
  #values: T

  constructor(values: T) {
    this.#values = values
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new (this.#values.constructor as new (length: number) => T)(2 * this.length + 16)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** The numbers so far; nothing may be added afterwards. */
  done(): T {
    return this.#values.slice(0, this.length) as T
  }
}
