import { sendRequest } from '@/e2e/support/send-request'
import type { WebhookAddresses } from '@/lib/api/contract/webhooks'

/** Makes an address that receives webhooks. @returns its URL */
export async function createAddress(base: string, cookie = ''): Promise<string> {
  const { status, text } = await sendRequest(base, '/api/webhooks', {
    ...{ method: 'POST', cookie, body: { name: 'The service' } },
  })
  if (status !== 201) throw new Error(`No address was made: ${status} ${text}`)
  return JSON.parse(text).data.url
}

export async function readAddresses(base: string): Promise<WebhookAddresses> {
  return JSON.parse((await sendRequest(base, '/api/webhooks')).text).data
}

/** Revokes the newest address. */
export async function revokeNewest(base: string): Promise<void> {
  const [newest] = (await readAddresses(base)).addresses
  const { status } = await sendRequest(base, `/api/webhooks/${newest?.id}`, { method: 'DELETE' })
  if (status !== 200) throw new Error(`Not revoked: ${status}`)
}
