import { formOfJson } from './forms'

// More than any error body of field names; the rest is left unread.
const CAP_BYTES = 4096
const LONGEST_MS = 1_000

/**
 * `404 application/json {error: {code: text}}`: how a failure was told. Reads little of the body and not for long;
 * its words are dropped here, only field names and types remain.
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

/** @returns null when it did not come in time or broke off */
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
