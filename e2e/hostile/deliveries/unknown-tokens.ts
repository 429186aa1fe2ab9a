import { randomBytes } from 'node:crypto'
import type { SuiteOptions } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { quantile } from '@/e2e/support/statistics'
import { openFaultUpstream } from '@/lib/testing/fault-upstream/fault-upstream'
import { createAddress, revokeNewest } from './address'
import { rawRequestOf, sendRaw } from './raw-delivery'

const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
/** Probability that an answer of one kind takes longer than one of the other: half, by chance. */
const CHANCE = [0.45, 0.55] as const

/** Tokens that are not in use against pages that do not exist: the same bytes in the same time. */
export async function unknownTokenRows({ quick, log }: SuiteOptions): Promise<ResultRow[]> {
  await using service = await openFaultUpstream()
  const dashboard = startProcess(service.env)
  try {
    const url = await dashboard.url
    const port = Number(new URL(url).port)
    const known = new URL(await createAddress(url)).pathname
    const revoked = new URL(await createAddress(url)).pathname
    await revokeNewest(url)
    const wrong = `/hooks/${randomBytes(32).toString('base64url')}`
    const malformed = ['/hooks/abc', '/hooks/', `${known}/x`, `/hooks/${'%2e'.repeat(12)}`, `${known}~`]
    const differing: string[] = []
    for (const method of METHODS)
      for (const path of [wrong, revoked, ...malformed, ...(method === 'POST' ? [] : [known])])
        if ((await answerOf(port, method, path)) !== (await answerOf(port, method, unknownLike(path))))
          differing.push(`${method} ${path.slice(0, 12)}`)
    for (const one of differing) log(`deliveries: differs from an unknown page: ${one}`)
    const samples = quick ? 300 : 2_000
    const times: Record<string, number[]> = { unknown: [], wrong: [], revoked: [], malformed: [] }
    const paths = { unknown: unknownLike(wrong), wrong, revoked, malformed: `/hooks/${'.'.repeat(43)}` }
    for (let n = 0; n < samples + 50; n++) {
      for (const [name, path] of shuffled(Object.entries(paths))) {
        const { ms } = await sendRaw(port, { parts: [rawRequestOf(path, '{}')] })
        if (ms !== null && n >= 50) times[name]?.push(ms)
      }
    }
    const unknown = times.unknown ?? []
    const rows = (['wrong', 'revoked', 'malformed'] as const).map((name): ResultRow => {
      const of = times[name] ?? []
      const chance = slowerChance(of, unknown)
      return {
        what: `a ${name} token against an unknown page, ${samples} answers each, interleaved: chance that it is slower (medians)`,
        reached: `${(chance * 100).toFixed(1)} % (${medianOf(of)}, ${medianOf(unknown)} ms)`,
        wanted: '45 to 55 %',
        met: chance >= CHANCE[0] && chance <= CHANCE[1],
        isTime: true,
      }
    })
    return [
      {
        what: `tokens that are wrong, revoked or malformed in ${METHODS.length} methods: answers that differ from an unknown page in status line, headers, their order or body`,
        reached: String(differing.length),
        wanted: '0',
        met: differing.length === 0,
      },
      ...rows,
    ]
  } finally {
    await dashboard.stop()
  }
}

const medianOf = (times: readonly number[]) => quantile(times, 0.5).toFixed(3)

/** A path of the same length that no page has. */
const unknownLike = (path: string): string => path.replace('/hooks', '/books')

/** Without parts that differ between two answers for the same page: the time, ids, and the path itself. */
async function answerOf(port: number, method: string, path: string): Promise<string> {
  const request = rawRequestOf(path, method === 'POST' ? '{}' : '', {
    method,
    headers: ['Connection: close'],
  })
  const { text } = await sendRaw(port, { parts: [request], answers: Number.POSITIVE_INFINITY })
  return text
    .replaceAll(path, '/path')
    .replaceAll(path.slice(1), 'path')
    .replace(/^date: .*$/im, '')
    .replace(/[\w+/-]{22}==|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, 'id')
    .replaceAll(/nonce-[\w+/=-]+|nonce="[^"]+"/g, 'nonce')
    .replaceAll(/[hb]ooks/g, 'part')
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one)
}

/** Mann and Whitney's U, as a share. */
function slowerChance(these: readonly number[], those: readonly number[]): number {
  const sorted = those.toSorted((a, b) => a - b)
  const below = (value: number) => {
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sorted[middle] as number) < value) from = middle + 1
      else to = middle
    }
    return from
  }
  return these.reduce((sum, one) => sum + below(one), 0) / (these.length * sorted.length)
}
