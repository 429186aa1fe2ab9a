import type { ServerResponse } from 'node:http'

/** Event streams send something every 15 s, and every other answer is out long before. */
const SILENT_MS = 60_000

/**
 * Cuts the connection when nothing moves on it for so long: a browser that went without a word, or one that does not
 * read. Next waits for such a one to take what was written last, whatever its own stream does. Node may need the time
 * twice to tell that nothing moves.
 */
export function setIdleTimeout(response: ServerResponse, silentMs: number = SILENT_MS): void {
  response.setTimeout(silentMs, () => response.destroy())
}
