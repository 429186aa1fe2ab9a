/** Settings of the server that pages need before their first request. */
export interface PageSettings {
  /** Longest call to the service for a record or a search. */
  readonly serviceTimeoutMs: number
  readonly statusWords: StatusWords
}

/** What this service calls a vehicle that is free, busy or off duty, besides the usual words. */
export interface StatusWords {
  readonly free: readonly string[]
  readonly busy: readonly string[]
  readonly off: readonly string[]
}
