const END_OF_HEAD = '\r\n\r\n'

/**
 * Reads the requests of a HTTP/1.1 connection, which have no bodies, without Node's parser: the log holds the bytes
 * as they were sent.
 */
export class RequestReader {
  readonly #onRequest: (bytes: Buffer, request: Request) => unknown
  #pending = Buffer.alloc(0)

  constructor(onRequest: (bytes: Buffer, request: Request) => unknown) {
    this.#onRequest = onRequest
  }

  async read(chunk: Buffer): Promise<void> {
    this.#pending = Buffer.concat([this.#pending, chunk])
    for (;;) {
      const end = this.#pending.indexOf(END_OF_HEAD)
      if (end < 0) return
      const bytes = this.#pending.subarray(0, end + END_OF_HEAD.length)
      this.#pending = this.#pending.subarray(bytes.length)
      await this.#onRequest(bytes, parse(bytes.toString('latin1')))
    }
  }
}

function parse(head: string): Request {
  const [line = '', ...lines] = head.trimEnd().split('\r\n')
  const [method, target] = line.split(' ')
  const headers = new Headers()
  for (const field of lines) {
    const colon = field.indexOf(':')
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim())
  }
  return new Request(new URL(`http://localhost${target}`), { method, headers })
}
