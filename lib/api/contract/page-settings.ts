/** Settings of the server that pages need before their first request. */
export interface PageSettings {
  /** Longest call to the service for a record or a search. */
  readonly serviceTimeoutMs: number
  readonly statusWords: StatusWords
}

/** The service's words for a vehicle that is free, busy or off duty, besides the usual ones. */
export interface StatusWords {
  readonly free: readonly string[]
  readonly busy: readonly string[]
  readonly off: readonly string[]
}
