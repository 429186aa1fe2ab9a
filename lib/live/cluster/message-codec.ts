import type { Message } from './coordinator'

/** A line of JSON, then the body as it is. */
export function encodeMessage(message: Message): Buffer {
  const { body = null, ...head }: Message & { body?: Uint8Array | null } = message
  const line = Buffer.from(`${JSON.stringify({ ...head, hasBody: body !== null })}\n`)
  return body === null ? line : Buffer.concat([line, body])
}

/** @throws SyntaxError when it is none */
export function decodeMessage(bytes: Buffer): Message {
  const end = bytes.indexOf('\n')
  const { hasBody, ...head } = JSON.parse(bytes.toString('utf8', 0, end))
  return { ...head, body: hasBody ? bytes.subarray(end + 1) : null }
}
