import type { Socket } from 'node:net'
import type { ProblemKind } from '@/lib/api/contract/problems'

/** One request that reached the faulty service, and the socket its answer goes to. */
export interface Reply {
  readonly socket: Socket
  readonly url: URL
  /** 1 for the first request since the fault was set. */
  readonly nth: number
  /**
   * The service's answer without the fault; to the first page when the cursor is the fault's own.
   */
  real(options?: { readonly firstPage: boolean }): Promise<Response>
}

/** Plays a fault by writing to the socket, byte by byte if need be. */
export type Play = (exchange: Reply) => unknown

/** Outcome of a call: an answer or a problem. */
export type Outcome = ProblemKind | 'answered'

export interface Outcomes {
  readonly list: Outcome
  readonly record: Outcome
}

export interface Fault extends Outcomes {
  /** In the table of docs/reliability.md. */
  readonly row: number
  /** Null: the server itself plays it. */
  readonly play: Play | null
}

export function fault(row: number, outcome: Outcome | Outcomes, play: Play | null): Fault {
  return {
    row,
    play,
    ...(typeof outcome === 'string' ? { list: outcome, record: outcome } : outcome),
  }
}

/** A whole answer. Content length and type are added unless `headers` names them. */
export function write(
  { socket }: Reply,
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(body as string)
  socket.write(
    head(status, {
      'content-type': 'application/json',
      ...(status === 204 || status === 304 ? {} : { 'content-length': String(bytes.length) }),
      ...headers,
    }),
  )
  socket.write(bytes)
}

export function head(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Fault\r\n${lines.join('')}\r\n`
}

/** The service's own answer, unchanged. */
export async function writeReal(exchange: Reply): Promise<void> {
  const response = await exchange.real()
  write(exchange, response.status, new Uint8Array(await response.arrayBuffer()), {
    'content-type': response.headers.get('content-type') ?? 'application/json',
  })
}

export function isList({ url }: Reply): boolean {
  return url.pathname.endsWith('/vehicles')
}
