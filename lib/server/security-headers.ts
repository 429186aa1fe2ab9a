import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface SecurityOptions {
  /** Where map tiles come from: `https://tile.example`. */
  readonly tileOrigin: string
  /** `images.example` */
  readonly imageHosts: readonly string[]
  /** React's development build needs eval, and Next's error overlay inline styles. */
  readonly dev: boolean
}

const YEAR_SECONDS = 31_536_000

/**
 * Puts the headers of a hardened site on every answer, whoever writes it: pages, routes, files, Next's own error
 * pages, refusals. Next reads the nonce for its scripts from the request's policy; one that the browser sent is
 * overwritten, or it would choose the nonce itself.
 */
export function secure(request: IncomingMessage, response: ServerResponse, options: SecurityOptions): void {
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), options)
  request.headers['content-security-policy'] = policy
  delete request.headers['content-security-policy-report-only']
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('content-security-policy', policy)
  // Told by the proxy before us; a browser that was not reached over https takes no notice.
  if (request.headers['x-forwarded-proto'] === 'https') {
    response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}`)
  }
}

const headers = {
  'x-content-type-options': 'nosniff',
  // Tile providers want to know which site asks; the map's address, with people's journeys in it, is not theirs.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'geolocation=(self), clipboard-write=(self), accelerometer=(), camera=(), display-capture=(), gyroscope=(), ' +
    'hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // For browsers that do not know frame-ancestors.
  'x-frame-options': 'DENY',
}

function contentSecurityPolicy(nonce: string, { tileOrigin, imageHosts, dev }: SecurityOptions): string {
  return [
    "default-src 'none'",
    // What a trusted script loads is trusted; nothing else is, from wherever it comes.
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    ['img-src', "'self'", 'data:', tileOrigin, ...imageHosts.map((host) => `https://${host}`)].join(' '),
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
