import type { Server, ServerResponse } from 'node:http'

const IDLE_SWEEP_MS = 100

/** Responses being answered now, so that endless ones can be ended. */
export function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return open
}

/**
 * Takes no more connections, finishes what is being answered, and ends event streams, which would never finish.
 * @param graceMs what is still open after this long is cut off
 */
export async function stopServer(
  server: Server,
  open: ReadonlySet<ServerResponse>,
  graceMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const response of open) sayLast(response)
  server.prependListener('request', (_request, response) => sayLast(response))
  // Next sets headers with setHeader; ones given to writeHead alone could not be read back.
  for (const response of open) {
    if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.destroy()
  }
  // A kept-alive connection becomes idle only when its last answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

/** Who is told asks next on another connection, and of another node; else that question may be lost. */
function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
