import { connect, type Socket } from 'node:net'

/** The parts of an event that the load generator reads. */
export interface SeenEvent {
  /** Of changes: `snapshot` for a first list that is whole, `delta` for what follows, `part` for parts of either. */
  readonly name: string
  readonly id: string
  readonly bytes: number
}

/** Enough for an event's id and name, and the length of a chunk before them. */
const HEAD_BYTES = 300

export interface LiveReaderOptions {
  /** Called at the last byte of an event. */
  readonly onEvent: (event: SeenEvent) => void
  readonly onEnd: (reason: string) => void
  /** Client address, for a server that trusts this machine as a proxy. */
  readonly address?: string
}

/** Reads an event stream without parsing its data, so that thousands fit into a process. */
export function readLive(port: number, path: string, { onEvent, onEnd, address }: LiveReaderOptions): Socket {
  const socket = connect(port, '127.0.0.1')
  const headers = [
    `host: 127.0.0.1:${port}`,
    'accept: text/event-stream',
    ...(address ? [`x-forwarded-for: ${address}`] : []),
  ]
  socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  let head = ''
  let bytes = 0
  let endsInNewline = false
  let isAnswered = false
  let hasList = false
  socket.on('data', (received: Buffer) => {
    const data = isAnswered ? received : skipHeaders(received)
    let from = 0
    // The blank line after an event may be cut in two.
    if (endsInNewline && data[0] === 10) from = finish(data, 0, 1)
    for (;;) {
      const end = data.indexOf('\n\n', from)
      if (end < 0) break
      from = finish(data, from, end + 2)
    }
    take(data, from, data.length)
    endsInNewline = data[data.length - 1] === 10 && from < data.length
  })
  socket.on('close', () => onEnd('closed'))
  socket.on('error', (error) => onEnd(error.message))

  function skipHeaders(data: Buffer): Buffer {
    head += data.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return data.subarray(data.length)
    isAnswered = true
    if (!head.startsWith('HTTP/1.1 200')) onEnd(head.slice(0, head.indexOf('\r')))
    const rest = Buffer.from(head.slice(end + 4), 'latin1')
    head = ''
    return rest
  }

  function kindOf(id: string, begins: boolean): string {
    if (begins) hasList = false
    if (id.split('.').length > 2) return 'part'
    const kind = hasList ? 'delta' : 'snapshot'
    hasList = true
    return kind
  }

  function take(data: Buffer, from: number, to: number): void {
    if (head.length < HEAD_BYTES) head += data.toString('latin1', from, Math.min(to, from + HEAD_BYTES))
    bytes += to - from
  }

  function finish(data: Buffer, from: number, to: number): number {
    take(data, from, to)
    const name = /^event: ?(\S+)/m.exec(head)?.[1]
    const id = /^id: ?(\S+)/m.exec(head)?.[1] ?? ''
    if (name)
      onEvent({ name: name === 'changes' ? kindOf(id, head.includes('"after":null')) : name, id, bytes })
    head = ''
    bytes = 0
    return to
  }
  return socket
}
