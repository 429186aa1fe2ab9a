import type { Finding } from './finding'

/** The records of a list with the same finding. */
export interface Tally {
  readonly finding: Finding
  readonly records: number
  /** Names of the first few records. */
  readonly examples: readonly string[]
}

export interface Summary {
  readonly inspected: number
  /** Records with at least one finding. */
  readonly withFindings: number
  /** Most frequent first. */
  readonly tallies: readonly Tally[]
}

const MOST_EXAMPLES = 3
// Bounds the list: a service may send any number of unknown names.
const MOST_TALLIES = 200

/** Counts the findings of many records by kind and path. */
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
