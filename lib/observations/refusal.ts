import { formOfJson } from './forms'

// Longer than the field names of any error body.
const CAP_BYTES = 4096
const LONGEST_MS = 1_000

/**
 * `404 application/json {error: {code: text}}`: the form of a refusal, field names and types only. Reads the first
 * 4 KiB of the body, for one second at most.
 */
export async function formOfRefusal(response: Response): Promise<string> {
  const { status, headers } = response
  const given = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'no content type'
  const type = /^[a-z]+\/[a-z.+-]{1,40}$/.test(given) ? given : 'no content type'
  const text = await beginningOf(response)
  if (text === null) return `${status} ${type}, not read`
  if (text.trim() === '') return `${status} empty`
  if (text.length >= CAP_BYTES) return `${status} ${type}, ${CAP_BYTES} bytes or more`
  try {
    return `${status} ${type} ${formOfJson(JSON.parse(text))}`
  } catch {
    return `${status} ${type}, ${/<html|<!doctype/i.test(text) ? 'HTML' : 'text'}`
  }
}

/** @returns null for a body that is late or breaks off */
async function beginningOf({ body }: Response): Promise<string | null> {
  if (!body) return ''
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  const timer = setTimeout(stop, LONGEST_MS)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let bytes = 0; bytes < CAP_BYTES; ) {
      const { done, value } = await reader.read()
      if (done) return text
      bytes += value.length
      text += decoder.decode(value, { stream: true })
    }
    stop()
    return text
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
