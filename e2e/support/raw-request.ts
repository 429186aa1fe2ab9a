import { connect } from 'node:net'

/** Answers on one connection. */
export interface RawAnswers {
  /** In order, without those below 200. */
  readonly statuses: readonly number[]
  readonly text: string
  /** From the last byte sent to the first of the last answer; null without one. */
  readonly ms: number | null
}

export interface RawRequest {
  /** Sent one after the other, with `pauseMs` between them. */
  readonly parts: readonly Buffer[]
  readonly pauseMs?: number
  /** Answers to wait for; the connection's end ends the wait as well. By default one. */
  readonly answers?: number
  /** Closes our side after the last part. */
  readonly isCut?: boolean
}

const ANSWERED_MS = 30_000

/** Sends bytes as they are, and reads the answers. Never rejects. */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswers> {
  const { parts, pauseMs = 0, answers = 1, isCut = false } = request
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let sentMs = 0
    let answeredMs: number | null = null
    const statuses = () =>
      [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)]
        .map(([, status]) => Number(status))
        .filter((one) => one >= 200)
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      const ms = answeredMs === null ? null : Math.max(0, answeredMs - sentMs)
      resolve({ statuses: statuses(), text, ms })
    }
    const timer = setTimeout(end, ANSWERED_MS + parts.length * pauseMs)
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      answeredMs = performance.now()
      text += chunk.toString('latin1')
      if (statuses().length >= answers && text.endsWith('\n')) end()
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.on('connect', async () => {
      for (const [at, part] of parts.entries()) {
        if (at > 0 && pauseMs > 0) await new Promise((later) => setTimeout(later, pauseMs))
        if (socket.destroyed) return
        socket.write(part)
        sentMs = performance.now()
      }
      if (isCut) socket.end()
    })
  })
}

/** A request with headers as they are given. */
export function rawRequestOf(
  target: string,
  body: Buffer | string,
  {
    method = 'POST',
    version = '1.1',
    headers = [] as readonly string[],
    length = Buffer.byteLength(body) as number | null,
  } = {},
): Buffer {
  const lines = [
    `${method} ${target} HTTP/${version}`,
    'Host: 127.0.0.1',
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/**
 * Sends a request target unchanged and reads the whole answer; its status is
 * undefined when none came.
 */
export async function rawRequest(
  port: number,
  target: string,
  headers: readonly string[] = [],
  method = 'GET',
) {
  const all = { method, headers: ['Connection: close', ...headers], length: null }
  const whole = { parts: [rawRequestOf(target, '', all)], answers: Number.POSITIVE_INFINITY }
  const { statuses, text } = await sendRaw(port, whole)
  return { status: statuses[0], text }
}
