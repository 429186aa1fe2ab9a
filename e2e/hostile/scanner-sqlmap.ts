import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, type Scanner } from './scanner-run'

const LONGEST_MS = 75_000
const AREA = 'position=51.509865%2C-0.118092'

/** What is tried, with sqlmap's mark where a statement is to be put in. */
const places: Readonly<Record<string, readonly string[]>> = {
  '/api/vehicles': ['--url', `/api/vehicles?${AREA}&radius=1500&type=taxi&limit=10`],
  '/api/vehicles/by-our-ref': ['--url', '/api/vehicles/by-our-ref?our_ref=a'],
  '/api/vehicles/{id}': ['--url', '/api/vehicles/v-1*'],
  '/lookup': ['--url', '/lookup?our_ref=a'],
}

const entries: Readonly<Record<string, readonly string[]>> = {
  'POST /api/auth/sign-in': [
    ...['--url', '/api/auth/sign-in', '--method', 'POST'],
    ...['--data', '{"email":"ada@kerbside.example","password":"correct horse battery"}'],
  ],
  'the cookie of /api/me': ['--url', '/api/me', '--cookie', '__Host-kerbside-session=abc*'],
  'the cookie of /api/vehicles': [
    ...['--url', `/api/vehicles?${AREA}`, '--cookie', '__Host-kerbside-session=abc*'],
  ],
}

export const runSqlmap: Scanner = async (path, { url, signsIn, log }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-sqlmap-'))
  const chosen = Object.entries(signsIn ? { ...entries } : places)
  const found: string[] = []
  try {
    for (const [name, args] of chosen) {
      const printed = await runProgram(
        path,
        [
          ...args.map((arg) => (arg.startsWith('/') ? url + arg : arg)),
          ...['--batch', '--level', '2', '--threads', '4', '--time-sec', '3', '--disable-coloring'],
          // Refusals are what most of it is answered with; they are no reason to stop.
          ...['--ignore-code', '401,429', '--headers', `Origin: ${url}\\nContent-Type: application/json`],
          ...['--output-dir', folder, '--flush-session'],
        ],
        LONGEST_MS,
      )
      // It says so when it tried all and nothing came of it; whatever else it says is to be read.
      if (/all tested parameters do not appear to be injectable/.test(printed)) continue
      found.push(name)
      log(`sqlmap, ${name}:\n${printed.slice(-3000)}`)
    }
    return {
      what: `sqlmap, ${signsIn ? 'signed out' : 'nobody signs in'}: of ${chosen.map(([name]) => name).join(', ')}, not shown to be safe`,
      reached: String(found.length),
      met: found.length === 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
