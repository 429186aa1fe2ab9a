import type { TestService } from '@/e2e/support/service'

/** A canary key, with characters that every encoding changes. */
export const KEY = 'kerbside/canary?4711+8.~=end'

/** A service that answers at first, and its behaviour afterwards. */
export interface Situation {
  readonly name: string
  /** The requests carry a session. */
  readonly signsIn?: true
  /** Text that the live map must contain, as proof that it was searched. */
  readonly control?: string
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

/** Texts of a record that repeat the key, each in another form. */
const ECHO = {
  make: KEY,
  model: btoa(`Bearer ${KEY}`),
  functions: [encodeURIComponent(KEY), Buffer.from(KEY).toString('hex')],
  driver_name: `${KEY} Ada`,
  [KEY]: { debug: KEY },
}

/** Answers as always, and repeats the key in the echoed query and in every record. */
const echoing = (service: TestService) =>
  service.answerWith(async (request, answer) => {
    const response = await answer(request)
    const body = await response.json()
    const records: object[] = body.vehicles ?? [body.vehicle ?? body.booking ?? body]
    for (const record of records) Object.assign(record, ECHO)
    if (body.query) body.query += `&key=${KEY}`
    return Response.json(body, { status: response.status })
  })

export const situations: readonly Situation[] = [
  { name: 'the service answers' },
  { name: 'the service answers and repeats the key', control: '[secret]', bringAbout: echoing },
  {
    name: 'the service answers and repeats the key to who signed in',
    signsIn: true,
    control: '[secret]',
    bringAbout: echoing,
  },
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
