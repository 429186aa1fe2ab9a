/** One line of what `npm run test:hostile` prints. */
export interface HostileRow {
  readonly what: string
  readonly reached: string
  readonly wanted: string
  readonly met: boolean
  /** A time, or what follows from one: it says as much of the machine as of Kerbside, so it fails no test. */
  readonly isTime?: true
}

export interface HostileOptions {
  /** As in CI: fewer and shorter. */
  readonly quick: boolean
  readonly log: (line: string) => void
}

export type HostilePart = (options: HostileOptions) => Promise<readonly HostileRow[]>
