import type { BrowserContext } from '@playwright/test'
import type { StartedProcess } from './dashboard'
import { sendRequest } from './send-request'

/** The password of every operator in the tests. */
export const PASSWORD = 'correct horse battery'

/** The set-up link that a dashboard printed. */
export function setUpLink({ output }: StartedProcess): string {
  const link = /first administrator within 24 hours: (\S+)$/m.exec(output())?.[1]
  if (!link) throw new Error(`no set-up link was printed:\n${output()}`)
  return link
}

/**
 * Accepts an invitation or set-up link without a browser.
 * @param email null where the link contains it
 * @returns the session's cookie
 */
export async function acceptLink(
  link: string,
  email: string | null,
  name = 'Somebody',
): Promise<string> {
  const { origin, hash } = new URL(link)
  const body = { secret: hash.slice(1), name, email, password: PASSWORD }
  const { text } = await sendRequest(origin, '/api/auth/accept', { method: 'POST', body })
  const credentials = { email: JSON.parse(text).data.email, password: PASSWORD }
  return enter(origin, credentials)
}

/** @returns the session's cookie */
async function enter(
  origin: string,
  credentials: { readonly email: string; readonly password: string },
): Promise<string> {
  const sent = { method: 'POST', body: credentials }
  return (await sendRequest(origin, '/api/auth/sign-in/email', sent)).cookie
}

/** Gives a browser the session that a cookie names. */
export function addSession(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  const address = url.replace('http:', 'https:')
  return context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }])
}
