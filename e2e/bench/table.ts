/** One line of what `npm run bench` prints. */
export interface BenchRow {
  /** What was measured: "refresh, 10,000 vehicles, 10 % moved". */
  readonly what: string
  /** What came out, with its unit: "14 ms", "0.08 × markercluster". */
  readonly reached: string
  /** What performance.md asks for; null when it asks for nothing. */
  readonly wanted: string | null
  /** Null when nothing is asked for. */
  readonly met: boolean | null
}

export interface BenchTable {
  readonly title: string
  readonly rows: readonly BenchRow[]
}

/**
 * Measures one part. Compares its answers with a plain oracle before it times anything.
 * @throws when it could not measure
 */
export type Bench = (options: {
  /** Fewer rounds and sizes. */
  readonly quick: boolean
  /** Five minutes instead of half a one, where performance.md asks for them. */
  readonly long: boolean
  readonly log: (line: string) => void
}) => Promise<BenchTable>
