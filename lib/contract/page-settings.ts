/** Settings of the server that pages need before their first request. */
export interface PageSettings {
  /** Longest call to the service for a record or a search. */
  readonly serviceTimeoutMs: number
}
