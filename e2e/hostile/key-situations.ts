import type { TestService } from '@/e2e/support/service'

/** A canary key, with characters that every encoding changes. */
export const KEY = 'kerbside/canary?4711+8.~=end'

/** A service that answers at first, and its behaviour afterwards. */
export interface Situation {
  readonly name: string
  /** The requests carry a session. */
  readonly signsIn?: true
  /** Absent: it goes on answering. */
  readonly bringAbout?: (service: TestService) => unknown
}

const failing = (service: TestService) =>
  service.answerWith(
    (request) =>
      new Response(`Bad header: ${request.headers.get('authorization')}`, {
        status: 500,
        headers: { 'x-debug': KEY },
      }),
  )

export const situations: readonly Situation[] = [
  { name: 'the service answers' },
  {
    name: 'the service rejects the key',
    bringAbout: (service) =>
      service.answerWith(() => new Response(`{"error":"Bad key ${KEY}"}`, { status: 401 })),
  },
  { name: 'the service fails and repeats the key', bringAbout: failing },
  { name: 'the service fails and repeats the key to who signed in', signsIn: true, bringAbout: failing },
  {
    name: 'the service is no JSON and repeats the key',
    bringAbout: (service) => service.answerWith(() => new Response(`${KEY} ${btoa(KEY)}`, { status: 200 })),
  },
  {
    name: 'the service redirects to an address with the key',
    bringAbout: (service) =>
      service.answerWith(
        () => new Response(null, { status: 302, headers: { location: `/?key=${encodeURIComponent(KEY)}` } }),
      ),
  },
  { name: 'the service is down', bringAbout: (service) => service.stop() },
]
