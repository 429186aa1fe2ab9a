/** Of one call. */
export interface Timeouts {
  /** TCP and TLS together. */
  readonly connectMs: number
  /** From the call to the last byte of its answer, a retry included. */
  readonly totalMs: number
}

// Users give up on a screen after about ten seconds. SERVICE_TIMEOUT_SECONDS.
export const TIMEOUTS: Timeouts = { connectMs: 2_000, totalMs: 8_000 }
