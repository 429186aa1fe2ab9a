import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface SecurityOptions {
  /** Origin of the map tiles: `https://tile.example`; null: Kerbside's own. */
  readonly tileOrigin: string | null
  /** `images.example` */
  readonly imageHosts: readonly string[]
  /** React's development build needs eval, and Next's error overlay inline styles. */
  readonly dev: boolean
}

const YEAR_SECONDS = 31_536_000

/**
 * Sets the security headers of every response: pages, routes, files, Next's error pages, refusals.
 * Next takes the nonce of its scripts from the request's policy; one sent by the browser is
 * overwritten, or the browser would choose it.
 */
export function secure(
  request: IncomingMessage,
  response: ServerResponse,
  options: SecurityOptions,
): void {
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), options)
  request.headers['content-security-policy'] = policy
  delete request.headers['content-security-policy-report-only']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('content-security-policy', policy)
  // Set by a proxy in front; browsers ignore the header over http.
  if (request.headers['x-forwarded-proto'] === 'https')
    response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}`)
}

const headers = {
  'x-content-type-options': 'nosniff',
  // Tile providers require the site's origin. A page's full address is personal data, or a token
  // that was opened in a browser, and proxies log the referrer of the page's requests.
  'referrer-policy': 'strict-origin',
  'permissions-policy':
    'geolocation=(self), clipboard-write=(self), accelerometer=(), camera=(), display-capture=(), gyroscope=(), ' +
    'hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
}

function contentSecurityPolicy(
  nonce: string,
  { tileOrigin, imageHosts, dev }: SecurityOptions,
): string {
  return [
    "default-src 'none'",
    // Scripts with the nonce are trusted, and those that they load; no others.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    ['img-src', "'self'", 'data:', tileOrigin ?? [], imageHosts.map((host) => `https://${host}`)]
      .flat()
      .join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
