import type { StartedProcess } from './dashboard'
import { sendRequest } from './send-request'

/** Of everybody whom a test makes. */
export const PASSWORD = 'correct horse battery'

/** Where the first administrator is made, as a dashboard printed it. */
export function setUpLink({ output }: StartedProcess): string {
  const link = /make the first administrator at (\S+)$/m.exec(output())?.[1]
  if (!link) throw new Error(`no set-up link was printed:\n${output()}`)
  return link
}

/**
 * Comes by a link without a browser.
 * @param email null where the link says it
 * @returns the session's cookie
 */
export async function acceptLink(link: string, email: string | null): Promise<string> {
  const { origin, hash } = new URL(link)
  const body = { secret: hash.slice(1), name: 'Somebody', email, password: PASSWORD }
  return (await sendRequest(origin, '/api/auth/accept', { method: 'POST', body })).cookie
}
