/*
 * Commands of the load generator, a separate process so that its cost is not counted as the server's.
 */
export interface LoadCommands {
  /** Opens readers of event streams, spread over the paths. Done when each has its whole snapshot. */
  watch(options: WatchOptions): Promise<void>
  /** The deltas since the last call. */
  deltas(options: null): Promise<readonly Delta[]>
  /** Closes the readers. */
  leave(options: null): Promise<void>
  /** Opens areas of one client at once; each stream is read while it lasts. */
  flood(options: FloodOptions): Promise<Flood>
  /** Opens areas one after the other, each of another client: time until its whole list. */
  openEach(options: OpenEachOptions): Promise<Answers>
  /** Requests at a steady rate, independent of earlier answers. */
  load(options: LoadOptions): Promise<Answers>
}

export interface WatchOptions {
  readonly port: number
  readonly paths: readonly string[]
  readonly readers: number
  /** How many connect at the same time. */
  readonly atOnce: number
}

export interface FloodOptions {
  readonly port: number
  readonly paths: readonly string[]
  readonly address: string
}

export interface Flood {
  readonly opened: number
  /** Status line, and how often. */
  readonly refused: Readonly<Record<string, number>>
}

export interface OpenEachOptions {
  readonly port: number
  readonly paths: readonly string[]
  readonly perSecond: number
}

export interface LoadOptions {
  readonly port: number
  /** Asked in turn. */
  readonly paths: readonly string[]
  readonly perSecond: number
  readonly seconds: number
}

/** One delta as all readers of its path saw it. */
export interface Delta {
  readonly path: string
  readonly id: string
  readonly bytes: number
  /** When each reader had it, on the machine's monotonic clock. */
  readonly atMs: readonly number[]
}

export interface Answers {
  /** Of each request. */
  readonly ms: readonly number[]
  readonly bytes: number
  /** Status or error code, and how often. */
  readonly failures: Readonly<Record<string, number>>
}

export type LoadCommand = {
  [Name in keyof LoadCommands]: { readonly name: Name; readonly options: Parameters<LoadCommands[Name]>[0] }
}[keyof LoadCommands]
