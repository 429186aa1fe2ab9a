import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT_ID = 'kerbside'
export const CLIENT_SECRET = 'a secret of the tests'

export interface ProviderOptions {
  /** Claims that replace the usual ones of a login; undefined leaves one out. */
  readonly claims?: (login: string) => Readonly<Record<string, unknown>>
  /** Whether the ID token carries the e-mail claims, or only the userinfo endpoint. */
  readonly areInIdToken?: boolean
}

/** Of every provider: making one takes a tenth of a second of the processor. */
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

/**
 * An OpenID provider on loopback that accepts any login; one that begins with
 * `unverified` has no verified e-mail.
 */
export async function openProvider(
  redirectUri: string,
  { claims = () => ({}), areInIdToken = false }: ProviderOptions = {},
) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  // By name: for a browser another site than 127.0.0.1, as a provider's is.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'emailVerified'],
      profile: ['name'],
    },
    conformIdTokenClaims: !areInIdToken,
    cookies: { keys: ['a key of the tests'] },
    // Explicit, so that oidc-provider does not warn about its default.
    jwks: { keys: [KEY] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: id,
        email_verified: !id.startsWith('unverified'),
        name: `Name of ${id}`,
        ...claims(id),
      }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Signs in at the provider as a browser does. @returns where it sends the browser back to */
export async function walkProvider(url: string, login: string): Promise<string> {
  const jar = new Map<string, string>()
  async function go(to: string, form?: URLSearchParams): Promise<string> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(to, {
      redirect: 'manual',
      headers: { cookie },
      body: form,
      method: form ? 'POST' : 'GET',
    })
    for (const text of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return fill(to, await response.text())
    const next = new URL(location, to)
    return next.origin === new URL(url).origin ? go(next.href) : next.href
  }
  /** Fills in the login form, then the consent form. */
  function fill(at: string, page: string): Promise<string> {
    const action = /action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
    if (!action || !prompt) throw new Error(`no form at ${at}: ${page.slice(0, 300)}`)
    return go(new URL(action, at).href, new URLSearchParams({ prompt, login, password: 'any' }))
  }
  return go(url)
}
