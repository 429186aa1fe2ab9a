import type { Server, ServerResponse } from 'node:http'

const IDLE_SWEEP_MS = 100

/** Responses in progress, so that endless ones can be ended. */
export function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>()
  server.on('request', (_request, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return open
}

/**
 * Accepts no more connections, finishes responses in progress and ends event
 * streams, which never finish.
 */
export async function stopServer(
  server: Server,
  open: ReadonlySet<ServerResponse>,
  graceMs: number,
) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const response of open) closeAfter(response)
  server.prependListener('request', (_request, response) => closeAfter(response))
  // Next sets headers with setHeader; those given to writeHead alone could not be read back.
  for (const response of open) {
    if (String(response.getHeader('content-type')).startsWith('text/event-stream'))
      response.destroy()
  }
  // A kept-alive connection becomes idle only after its last response.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(deadline)
}

/**
 * `Connection: close`, so that the client's next request goes to another
 * node instead of being lost.
 */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
