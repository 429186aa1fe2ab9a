import type { Failure } from './failure'

/** Thrown while a body is read; the transport adds the call. */
export class UnreadableBody extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.what)
    this.failure = failure
  }
}

/**
 * Reads a decompressed JSON body, strictly as UTF-8, up to a limit. The content type is ignored: only JSON itself is
 * stated (§1).
 * @param clean takes our key out of the text, which a service may repeat anywhere
 * @param turn awaited before the parsing
 * @throws UnreadableBody, or the error of the stream
 */
export async function readJson(
  response: Response,
  capBytes: number,
  clean: (text: string) => string = (text) => text,
  turn: () => Promise<void> = async () => undefined,
): Promise<unknown> {
  const bytes = await readBytes(response, capBytes)
  await turn()
  if (bytes.length === 0) throw unreadable('has an empty body')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('is not valid UTF-8')
  }
  try {
    return JSON.parse(clean(text))
  } catch {
    // The SyntaxError's message would quote the service's text.
    throw unreadable(`is not valid JSON (${bytes.length} bytes)`)
  }
}

async function readBytes(response: Response, capBytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > capBytes) {
      // Counted after decompression, against gzip bombs.
      await reader.cancel()
      throw new UnreadableBody({ kind: 'too-large', what: `body is larger than ${capBytes} bytes` })
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

function unreadable(what: string): UnreadableBody {
  return new UnreadableBody({ kind: 'bad-response', what: `answer ${what}` })
}
