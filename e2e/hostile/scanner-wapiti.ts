import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendRequest } from '@/e2e/support/send-request'
import { runProgram, type Scanner } from './scanner-run'

const SCAN_SECONDS = 60
const ATTACK_SECONDS = 20
const QUICK_ATTACK_SECONDS = 8
const LONGEST_MS = 6 * 60_000
// 1 low, 2 medium, 3 high, 4 critical.
const MEDIUM = 2

// Modules that work offline.
const MODULES =
  'backup,blindsql,brute_login_form,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

// Start addresses, because the crawler runs no script. Without /api/live: wapiti would wait for the stream's end;
// its parameters are parsed like those of /api/vehicles.
const SEEDS = [
  '/lookup?our_ref=a',
  '/?position=51.509865,-0.118092&radius=1500&type=taxi',
  '/sign-in?next=%2F&failed=oidc',
  '/audit?action=export&operator=a&subject=b',
  '/vehicles/example',
  '/bookings/example',
  '/observations',
  '/interface',
  '/set-up',
  '/invitation',
  '/reset-password',
  '/api/vehicles?position=51.509865,-0.118092&radius=1500&type=taxi&limit=10',
  '/api/vehicles/by-our-ref?our_ref=a',
  '/api/vehicles/example',
  '/api/audit?operator=a&subject=b&action=export&outcome=ok&before=9',
  '/api/auth/callback/oidc?code=a&state=b',
  '/api/service',
]

interface Remark {
  readonly level: number
  readonly method: string
  readonly path: string
  readonly info: string
  readonly parameter: string | null
}

interface Finding extends Remark {
  readonly name: string
}

interface Report {
  readonly vulnerabilities: Readonly<Record<string, readonly Remark[]>>
  readonly anomalies: Readonly<Record<string, readonly Remark[]>>
}

export const runWapiti: Scanner = async (path, { url, signsIn, quick, log }) => {
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
        ...[
          '--max-scan-time',
          `${SCAN_SECONDS}`,
          '--max-attack-time',
          `${quick ? QUICK_ATTACK_SECONDS : ATTACK_SECONDS}`,
          '--timeout',
          '5',
        ],
        ...['--store-session', folder, '--store-config', folder, '--no-bugreport', '--flush-session'],
        ...SEEDS.flatMap((seed) => ['--start', url + seed]),
      ],
      LONGEST_MS,
    )
    const report: Report | null = await readFile(output, 'utf8').then(JSON.parse, () => null)
    const addresses = Number(/Wapiti found (\d+) URLs/.exec(printed)?.[1] ?? 0)
    const isDone = report !== null && addresses >= SEEDS.length
    if (!isDone) log(printed.slice(-2000))
    const found = report ? [report.vulnerabilities, report.anomalies].flatMap(listFindings) : []
    const bad: Finding[] = []
    for (const finding of found) {
      const { name, level, method, path: where, parameter, info } = finding
      const refuted = await refute(url, finding)
      if (level >= MEDIUM && !refuted) bad.push(finding)
      log(`wapiti, level ${level}, ${name}: ${method} ${where} ${parameter}: ${info}${refuted ?? ''}`)
    }
    return {
      what: `wapiti, ${signsIn ? 'signed out' : 'sign-in disabled'}, ${addresses} addresses and forms: findings of medium severity or above`,
      reached: isDone ? String(bad.length) : 'not done',
      met: isDone && bad.length === 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function listFindings(kinds: Report['anomalies']): Finding[] {
  return Object.entries(kinds).flatMap(([name, all]) => all.map((one) => ({ ...one, name })))
}

/** Wapiti requires a CSRF token in every form; Kerbside refuses cross-site requests instead. */
async function refute(url: string, { name, method, path }: Finding): Promise<string | null> {
  if (name !== 'Cross Site Request Forgery') return null
  const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await sendRequest(url, path, { method, headers })
  return status >= 400 ? ` (refuted: from another site it is answered ${status})` : null
}
