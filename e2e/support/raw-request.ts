import { connect } from 'node:net'

const LONGEST_WAIT_MS = 20_000

/** Sends a request target unchanged and reads the whole answer. @returns null when the connection closed without one */
export function rawRequest(
  port: number,
  target: string,
  headers: readonly string[] = [],
  method = 'GET',
): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(LONGEST_WAIT_MS, () => socket.destroy(new Error(`no end of the answer to ${target}`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      resolve(text === '' ? null : { status: Number(text.split(' ', 2)[1]), text })
    })
    const lines = [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', ...headers]
    socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
  })
}
