import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, type Scanner } from './scanner-run'

const SCAN_SECONDS = 60
const ATTACK_SECONDS = 20
const LONGEST_MS = 6 * 60_000
// 1 low, 2 medium, 3 high, 4 critical.
const MEDIUM = 2

// All that needs no internet; `backup`, `buster` and `nikto` only guess names of files.
const MODULES =
  'backup,blindsql,brute_login_form,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

// Pages draw themselves in the browser: a crawler that runs no script would not come upon what they ask for.
const SEEDS = [
  '/lookup?our_ref=a',
  '/?position=51.509865,-0.118092&radius=1500&type=taxi',
  '/sign-in?next=%2F&failed=oidc',
  '/audit?action=export&operator=a&subject=b',
  '/vehicles/example',
  '/bookings/example',
  '/seen',
  '/set-up',
  '/invitation',
  '/api/vehicles?position=51.509865,-0.118092&radius=1500&type=taxi&limit=10',
  '/api/vehicles/by-our-ref?our_ref=a',
  '/api/vehicles/example',
  '/api/live?position=51.509865,-0.118092&radius=1500&type=taxi&every=5',
  '/api/audit?operator=a&subject=b&action=export&outcome=ok&before=9',
  '/api/auth/callback/oidc?code=a&state=b',
  '/api/service',
]

interface Finding {
  readonly level: number
  readonly method: string
  readonly path: string
  readonly info: string
  readonly parameter: string | null
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly Finding[]>>
  readonly anomalies: Readonly<Record<string, readonly Finding[]>>
  readonly infos: { readonly crawled_pages_nbr?: number }
}

export const runWapiti: Scanner = async (path, { url, signsIn, log }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-wapiti-'))
  const output = join(folder, 'report.json')
  try {
    const printed = await runProgram(
      path,
      [
        ...[
          '--url',
          `${url}/`,
          '--scope',
          'domain',
          '--module',
          MODULES,
          '--format',
          'json',
          '--output',
          output,
        ],
        ...['--max-scan-time', `${SCAN_SECONDS}`, '--max-attack-time', `${ATTACK_SECONDS}`, '--timeout', '5'],
        ...['--store-session', folder, '--store-config', folder, '--no-bugreport', '--flush-session'],
        ...SEEDS.flatMap((seed) => ['--start', url + seed]),
      ],
      LONGEST_MS,
    )
    const report: Report | null = await readFile(output, 'utf8').then(JSON.parse, () => null)
    if (!report) log(printed.slice(-2000))
    const found = report ? [report.vulnerabilities, report.anomalies].flatMap(listFindings) : []
    for (const [name, { level, method, path: where, parameter, info }] of found)
      log(`wapiti, level ${level}, ${name}: ${method} ${where} ${parameter ?? ''}: ${info}`)
    const bad = found.filter(([, { level }]) => level >= MEDIUM)
    const seen = report?.infos.crawled_pages_nbr
    return {
      what: `wapiti, ${signsIn ? 'signed out' : 'nobody signs in'}, ${seen ?? 'no'} addresses: findings of medium severity or above`,
      reached: report ? String(bad.length) : 'no report',
      met: report !== null && bad.length === 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function listFindings(kinds: Report['anomalies']): [string, Finding][] {
  return Object.entries(kinds).flatMap(([name, all]) => all.map((one): [string, Finding] => [name, one]))
}
