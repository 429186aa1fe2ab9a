/**
 * The closed set of failures that a screen or a route reports. `title` says what happened, `advice`
 * what to do; neither is a text of the service, which only `detail` may quote. `repeat: false`: the
 * same request cannot succeed.
 */
export const problemKinds = {
  'bad-parameter': {
    status: 400,
    title: 'Invalid parameter',
    advice: 'Correct the value and try again.',
    repeat: false,
  },
  'no-such-route': {
    status: 404,
    title: 'Address not found',
    advice: 'Check the link.',
    repeat: false,
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    advice: 'Check the spelling, upper and lower case included.',
    repeat: false,
  },
  'request-refused': {
    status: 422,
    title: 'The service refused this request',
    advice:
      'Change it and try again. If the service refuses every request, contact your administrator.',
    repeat: false,
  },
  'upstream-unreachable': {
    status: 502,
    title: 'Service unreachable',
    advice: 'Kerbside keeps trying. If this continues, contact your administrator.',
  },
  'upstream-tls': {
    status: 502,
    title: 'No secure connection to the service',
    advice: 'Contact your administrator: the service’s certificate is not trusted.',
  },
  'upstream-timeout': { status: 504, title: 'Service is slow', advice: 'Kerbside keeps trying.' },
  'upstream-auth': {
    status: 503,
    title: 'The service rejected our key',
    advice: 'Contact your administrator: the API key is missing, incorrect or expired.',
  },
  'upstream-forbidden': {
    status: 502,
    title: 'The service refused access',
    advice: 'Contact your administrator: the API key lacks permission.',
  },
  'rate-limited': {
    status: 503,
    title: 'The service asked us to slow down',
    advice: 'Kerbside will resume automatically.',
  },
  'upstream-error': { status: 502, title: 'Service error', advice: 'Kerbside keeps trying.' },
  'upstream-redirect': {
    status: 502,
    title: 'The service redirected the request',
    advice: 'Contact your administrator: the base URL may be wrong. Redirects are not followed.',
  },
  'bad-response': {
    status: 502,
    title: 'Unreadable response from the service',
    advice: 'Kerbside keeps trying. If this continues, contact your administrator.',
  },
  'several-records': {
    status: 502,
    title: 'The service answered with several records',
    advice:
      'One was requested. None is shown, because Kerbside cannot tell which one is meant. Contact your administrator.',
    repeat: false,
  },
  'too-large': {
    status: 502,
    title: 'The service’s response is too large',
    advice: 'Kerbside keeps trying. If this continues, contact your administrator.',
  },
  busy: {
    status: 503,
    title: 'Kerbside is busy',
    advice: 'Too many requests right now. Kerbside will resume automatically.',
  },
  'operator-limit': {
    status: 429,
    title: 'You have too many live maps open',
    advice:
      'Close a live map in another tab or window, or on another device, and this one starts. The others keep updating.',
  },
  'address-limit': {
    status: 429,
    title: 'Too many live maps are open at your network address',
    advice:
      'This map starts when some are closed. Those open keep updating. If this continues, contact your administrator.',
  },
  'capacity-limit': {
    status: 503,
    title: 'Kerbside has no room for another live map',
    advice:
      'This map starts when others are closed. Those open keep updating. If this continues, contact your administrator.',
  },
  'session-required': {
    status: 401,
    title: 'You are signed out',
    advice: 'Sign in to continue.',
    repeat: false,
  },
  'role-required': {
    status: 403,
    title: 'Your role does not allow this',
    advice: 'Ask your administrator if you need access.',
    repeat: false,
  },
  'foreign-origin': {
    status: 403,
    title: 'Request from another site',
    advice: 'Open Kerbside at its own address and try again.',
  },
  'sign-in-failed': {
    status: 401,
    title: 'Sign-in failed',
    advice: 'Check your e-mail, password or code. If this continues, contact your administrator.',
  },
  'wrong-code': {
    status: 401,
    title: 'Wrong code',
    advice: 'Codes change every 30 seconds. Enter the one that your app shows now.',
  },
  'too-many-tries': {
    status: 429,
    title: 'Too many attempts',
    advice: 'Try again in 15 minutes, or ask an administrator to unlock the account.',
  },
  'sign-in-busy': {
    status: 429,
    title: 'Too many people are signing in',
    advice: 'Try again in a few seconds.',
  },
  'session-not-fresh': {
    status: 403,
    title: 'Sign in again first',
    advice:
      'Passkeys and tokens can be added in the first 15 minutes after you signed in. Sign out, sign in again and return here.',
    repeat: false,
  },
  'passkey-cancelled': {
    status: 400,
    title: 'The passkey was not used',
    advice: 'You cancelled, the time ran out, or this device has no passkey for Kerbside.',
  },
  'passkey-address': {
    status: 400,
    title: 'Passkeys do not work at this address',
    advice: 'Open Kerbside by its name instead of a number, on this machine as http://localhost.',
    repeat: false,
  },
  'passkey-exists': {
    status: 409,
    title: 'This device has a passkey already',
    advice: 'Use that one, or remove it below first.',
    repeat: false,
  },
  'link-ended': {
    status: 410,
    title: 'This link is no longer valid',
    advice: 'It has been used, revoked or has expired. Ask your administrator for a new one.',
    repeat: false,
  },
  'operator-exists': {
    status: 409,
    title: 'An operator with this e-mail address exists',
    advice: 'Change their role or reset their password in the list below.',
  },
  'own-account': {
    status: 409,
    title: 'This is your own account',
    advice:
      'Change your password and two-factor on your account page. Another administrator can delete you.',
  },
  'last-administrator': {
    status: 409,
    title: 'This is the last administrator',
    advice: 'Make another operator an administrator first.',
  },
  'watch-list-full': {
    status: 409,
    title: 'The watch list is full',
    advice: 'Stop watching a vehicle first: there is room for 200 of your own and 200 shared ones.',
  },
  'too-many-webhooks': {
    status: 409,
    title: 'There are 50 webhook addresses',
    advice: 'Revoke one that is no longer used.',
  },
  'too-many-status-readings': {
    status: 409,
    title: 'The list of status meanings is full',
    advice: 'Clear one that is no longer needed.',
  },
  'too-many-saved-areas': {
    status: 409,
    title: 'There are 200 saved areas',
    advice: 'Delete one that is no longer needed.',
  },
  'zones-changed': {
    status: 409,
    title: 'Another operator has changed the zones',
    advice: 'The newest zones are shown now. Make your change again.',
    repeat: false,
  },
  'recordings-limit': {
    status: 429,
    title: 'You asked for too many recordings at once',
    advice: 'Try again in a moment. Your other tabs may be loading recordings.',
  },
  'recording-off': {
    status: 409,
    title: 'Recording is switched off',
    advice: 'An administrator can switch it on.',
  },
  'two-factor-unreadable': {
    status: 503,
    title: 'Your codes cannot be checked',
    advice:
      'The server’s secret was changed. Ask an administrator to turn your two-factor off, or to set the earlier secret again.',
    repeat: false,
  },
  'store-unreachable': {
    status: 503,
    title: 'Kerbside cannot reach its database',
    advice: 'Try again in a moment. You are not signed out.',
  },
  'disk-full': {
    status: 503,
    title: 'The disk of Kerbside’s database is full',
    advice: 'Nothing can be saved, and records wait. Contact your administrator to free space.',
  },
  internal: {
    status: 500,
    title: 'Kerbside error',
    advice: 'Try again. If this continues, contact your administrator.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; advice: string; repeat?: false }
>

export type ProblemKind = keyof typeof problemKinds

export const PROBLEM_TYPE_PREFIX = 'urn:kerbside:problem:'

/** Body of every answer that is not a success. Source: RFC 9457 */
export interface Problem {
  readonly type: `${typeof PROBLEM_TYPE_PREFIX}${ProblemKind}`
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly requestId: string
  readonly retryAfterMs: number | null
  /**
   * Name of the refused parameter: with bad-parameter, and with
   * request-refused where it is known.
   */
  readonly parameter?: string
  /** Only with bad-parameter: given value and allowed values. */
  readonly given?: string
  readonly allowed?: string
}

/** The kind of a problem, or null when the text is not one of ours. */
export function problemKind(type: unknown): ProblemKind | null {
  if (typeof type !== 'string' || !type.startsWith(PROBLEM_TYPE_PREFIX)) return null
  const kind = type.slice(PROBLEM_TYPE_PREFIX.length)
  return Object.hasOwn(problemKinds, kind) ? (kind as ProblemKind) : null
}
