import type { ServerResponse } from 'node:http'

/** Event streams send a heartbeat every 15 s, and every other response ends long before. */
const SILENT_MS = 60_000

/**
 * Cuts a connection without traffic: a browser that vanished, or one that does not read, for which
 * Next would wait. Node may take up to twice the time to notice.
 */
export function setIdleTimeout(response: ServerResponse, silentMs: number = SILENT_MS): void {
  response.setTimeout(silentMs, () => response.destroy())
}
