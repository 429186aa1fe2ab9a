import { request as httpRequest } from 'node:http'

/** Options of a same-origin request. */
export interface RequestOptions {
  readonly method?: string
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Reply {
  readonly status: number
  readonly location: string | null
  readonly cookie: string
  readonly text: string
}

/**
 * Sends a request without a browser and without normalising the path, as fetch and browsers would.
 */
export function sendRequest(
  base: string,
  path: string,
  { method = 'GET', cookie, headers = {}, body }: RequestOptions = {},
) {
  const { hostname, port, origin } = new URL(base)
  const sent = {
    ...(method === 'GET' || method === 'HEAD' ? {} : { origin }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(cookie ? { cookie } : {}),
    ...headers,
  }
  return new Promise<Reply>((resolve, reject) => {
    // A connection of its own: the server may close an idle one at the moment it is used again.
    const request = httpRequest(
      { hostname, port, path, method, headers: sent, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          // A stream would never end.
          if (response.headers['content-type'] === 'text/event-stream') response.destroy()
        })
        response.on('close', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            cookie: (response.headers['set-cookie'] ?? [])
              .map((one) => one.split(';', 1)[0])
              .join('; '),
            text,
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
