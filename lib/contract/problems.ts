/**
 * Everything that can go wrong between a dispatcher and a datum, as a closed set.
 * `title` says what happened, `advice` what to do; both are ours, never the service's text.
 */
export const problemKinds = {
  'bad-parameter': {
    status: 400,
    title: 'A parameter is not allowed',
    advice: 'Correct the value and try again.',
  },
  'no-such-route': { status: 404, title: 'There is nothing at this address', advice: 'Check the address.' },
  'not-found': {
    status: 404,
    title: 'The service did not find it',
    advice: 'Check the spelling: references are compared letter by letter.',
  },
  'upstream-unreachable': {
    status: 502,
    title: 'Service unreachable',
    advice: 'Kerbside keeps trying. If it lasts, tell your administrator.',
  },
  'upstream-tls': {
    status: 502,
    title: 'No secure connection to the service',
    advice: 'Tell your administrator: the service’s certificate was not accepted.',
  },
  'upstream-timeout': { status: 504, title: 'Service is slow', advice: 'Kerbside keeps trying.' },
  'upstream-auth': {
    status: 503,
    title: 'The service rejected our key',
    advice: 'Tell your administrator: the API key is missing, incorrect or expired.',
  },
  'upstream-forbidden': {
    status: 502,
    title: 'Not permitted for our key',
    advice: 'Tell your administrator: the service refuses this to the API key.',
  },
  'rate-limited': {
    status: 503,
    title: 'The service asks for a pause',
    advice: 'Kerbside goes on by itself.',
  },
  'upstream-error': { status: 502, title: 'The service failed', advice: 'Kerbside keeps trying.' },
  'upstream-redirect': {
    status: 502,
    title: 'The service pointed elsewhere',
    advice: 'Tell your administrator: redirects are never followed, the base URL may be wrong.',
  },
  'bad-response': {
    status: 502,
    title: 'The service’s answer could not be read',
    advice: 'Kerbside keeps trying. If it lasts, tell your administrator.',
  },
  'too-large': {
    status: 502,
    title: 'The service’s answer is too large',
    advice: 'Kerbside keeps trying. If it lasts, tell your administrator: fewer vehicles a page may help.',
  },
  busy: {
    status: 503,
    title: 'Kerbside is busy',
    advice: 'Too much is asked of it at once. It goes on by itself.',
  },
  'session-required': { status: 401, title: 'You are signed out', advice: 'Sign in to go on.' },
  'role-required': {
    status: 403,
    title: 'Not permitted for your role',
    advice: 'Ask your administrator for another role if you need this.',
  },
  'foreign-origin': {
    status: 403,
    title: 'Asked from another site',
    advice: 'Open Kerbside at its own address and try again.',
  },
  'sign-in-failed': {
    status: 401,
    title: 'Sign-in failed',
    advice: 'Check what you entered. If it lasts, ask your administrator.',
  },
  'too-many-tries': {
    status: 429,
    title: 'Too many tries',
    advice: 'Wait a while, then try again.',
  },
  'link-ended': {
    status: 410,
    title: 'This link does not work any more',
    advice: 'It was used, taken back or is too old. Ask your administrator for another.',
  },
  'operator-exists': {
    status: 409,
    title: 'There is an operator with this e-mail address',
    advice: 'Change the role of the one there is.',
  },
  'last-administrator': {
    status: 409,
    title: 'This is the last administrator',
    advice: 'Make another operator administrator first.',
  },
  'store-unreachable': {
    status: 503,
    title: 'Kerbside cannot reach its database',
    advice: 'Try again in a moment. You are not signed out.',
  },
  internal: {
    status: 500,
    title: 'Kerbside failed',
    advice: 'Try again. If it lasts, tell your administrator.',
  },
} as const satisfies Record<string, { status: number; title: string; advice: string }>

export type ProblemKind = keyof typeof problemKinds

export const PROBLEM_TYPE_PREFIX = 'urn:kerbside:problem:'

/** The body of every answer that is no success. Source: RFC 9457 */
export interface Problem {
  readonly type: `${typeof PROBLEM_TYPE_PREFIX}${ProblemKind}`
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly requestId: string
  readonly retryAfterMs: number | null
  /** Only with bad-parameter: its name, what was given and what is allowed. */
  readonly parameter?: string
  readonly given?: string
  readonly allowed?: string
}

/** The kind of a problem, or null when the text is not one of ours. */
export function problemKind(type: unknown): ProblemKind | null {
  if (typeof type !== 'string' || !type.startsWith(PROBLEM_TYPE_PREFIX)) return null
  const kind = type.slice(PROBLEM_TYPE_PREFIX.length)
  return Object.hasOwn(problemKinds, kind) ? (kind as ProblemKind) : null
}
