export interface Timeouts {
  /** TCP and TLS together. */
  readonly connectMs: number
  /** From the request sent to the answer's headers. */
  readonly headersMs: number
  /** Between two pieces of the body. */
  readonly bodyIdleMs: number
  /** From the call to the last byte of its body. */
  readonly totalMs: number
}

// Users give up on a screen after about ten seconds: answer or fail before that.
export const TIMEOUTS: Timeouts = { connectMs: 2_000, headersMs: 4_000, bodyIdleMs: 2_000, totalMs: 8_000 }
