import type { Finding } from './finding'

/** How many records of a list show the same finding. */
export interface Tally {
  /** The first one of it. */
  readonly finding: Finding
  readonly records: number
  /** Which records: the first few, by what the caller calls them. */
  readonly examples: readonly string[]
}

export interface Summary {
  readonly inspected: number
  /** Records with at least one finding. */
  readonly withFindings: number
  /** The most frequent first. */
  readonly tallies: readonly Tally[]
}

const MOST_EXAMPLES = 3
// Unknown names can be as many as a service likes.
const MOST_TALLIES = 200

/** Collects the findings of many records by kind and path. */
export class Tallies {
  readonly #byKey = new Map<string, { finding: Finding; records: number; examples: string[] }>()
  #inspected = 0
  #withFindings = 0

  /** @param name of the record, such as its id */
  add(name: string, findings: readonly Finding[]): void {
    this.#inspected += 1
    if (findings.length === 0) return
    this.#withFindings += 1
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.path}`
      const known = this.#byKey.get(key)
      if (!known) {
        if (this.#byKey.size < MOST_TALLIES) this.#byKey.set(key, { finding, records: 1, examples: [name] })
        continue
      }
      known.records += 1
      if (known.examples.length < MOST_EXAMPLES) known.examples.push(name)
    }
  }

  get summary(): Summary {
    return {
      inspected: this.#inspected,
      withFindings: this.#withFindings,
      tallies: [...this.#byKey.values()].sort((a, b) => b.records - a.records),
    }
  }
}
