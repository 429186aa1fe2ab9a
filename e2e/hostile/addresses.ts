import { none, type SuitePart } from '@/e2e/runner/suite'
import { startProcess } from '@/e2e/support/dashboard'
import { rawRequest } from '@/e2e/support/raw-request'
import { FULL_SPEED } from '@/e2e/support/service'
import { randomFrom } from '@/e2e/support/statistics'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { hostileTarget } from './targets'

const AT_A_TIME = 16

// One path segment, also after decoding: no traversal, no separator, no other endpoint.
const SEGMENT = String.raw`(?!(?:\.|%2e){1,2}(?:/|$| ))[^/?#\s]+`
const TEMPLATES = [
  /^\/vehicles\?(?:(?:position|radius|limit|type|cursor)=[^&\s]*&?)+$/,
  new RegExp(`^/vehicles/${SEGMENT}$`, 'i'),
  new RegExp(`^/vehicles/${SEGMENT}/status$`, 'i'),
  /^\/vehicles\/by-our-ref\?our_ref=[^&\s]+$/,
  /^\/vehicles\/example$/,
  /^\/bookings\/example$/,
]

/**
 * Ids, references and queries over raw sockets: Kerbside's answers, and the
 * requests that reach the service.
 */
export const addresses: SuitePart = async ({ quick, log }) => {
  const count = quick ? 1500 : 10_000
  await using service = await openFaultUpstream()
  const dashboard = startProcess({ ...service.env, ...FULL_SPEED })
  try {
    const port = Number(new URL(await dashboard.url).port)
    const random = randomFrom(4711)
    const targets = Array.from({ length: count }, () => hostileTarget(random))
    const ours: string[] = []
    const statuses = new Map<number, number>()
    const queue = targets.values()
    const work = async () => {
      for (const target of queue) {
        const answer = await rawRequest(port, target)
        const status = answer.status ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // 502 to 504 with a problem are failures of the service; other 5xx are Kerbside's.
        const ofService = status > 500 && answer.text.includes('urn:kerbside:problem:upstream-')
        if (status === 0 || (status >= 500 && !ofService)) ours.push(`${status} ${target}`)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    log(`statuses: ${[...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}`)
    const strangers = service.requests.map(String).filter((request) => !isExpected(request))
    for (const one of [...ours, ...strangers].slice(0, 20)) log(one.split('\r\n')[0] ?? '')
    return {
      title: 'Hostile addresses',
      rows: [
        none(
          `${count} hostile ids, references and queries over raw sockets: 5xx of ours`,
          ours.length,
        ),
        none(
          `of them requests that reached the service outside the six templates (of ${service.requests.length})`,
          strangers.length,
          service.requests.length > 0,
        ),
      ],
    }
  } finally {
    await dashboard.stop()
  }
}

function isExpected(request: string): boolean {
  const [line = '', ...headers] = request.trimEnd().split('\r\n')
  const [method, target = '', version] = line.split(' ')
  const path = target.replace(/^\/api\/beta/, '')
  const keys = headers.filter((header) => /^authorization:/i.test(header))
  return (
    method === 'GET' &&
    version === 'HTTP/1.1' &&
    target.startsWith('/api/beta/') &&
    TEMPLATES.some((template) => template.test(path)) &&
    !/[?&]key=/.test(target) &&
    keys.length === 1
  )
}
