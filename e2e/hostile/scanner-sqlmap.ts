import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, type Scanner } from './scanner-run'

const LONGEST_MS = 180_000
const AREA = 'position=51.509865%2C-0.118092'

const COOKIE = '__Host-kerbside-session=abc*'

type Places = Readonly<Record<string, readonly string[]>>

/** Targets of SQL injection; sqlmap's star marks those that it does not find by itself. */
async function openPlaces(url: string): Promise<Places> {
  // sqlmap compares with the answer to a valid value.
  const list = await readData<{ vehicles: { id: string }[] }>(`${url}/api/vehicles?${AREA}`)
  const id = list.vehicles[0]?.id ?? ''
  const { record } = await readData<{ record: { our_ref: string } }>(`${url}/api/vehicles/${id}`)
  const ourRef = encodeURIComponent(record.our_ref)
  return {
    '/api/vehicles': ['--url', `/api/vehicles?${AREA}&radius=1500&type=taxi&limit=10`],
    '/api/vehicles/by-our-ref': ['--url', `/api/vehicles/by-our-ref?our_ref=${ourRef}`],
    '/api/vehicles/{id}': ['--url', `/api/vehicles/${id}*`],
    '/lookup': ['--url', `/lookup?our_ref=${ourRef}`],
  }
}

const closedPlaces: Places = {
  'POST /api/auth/sign-in': [
    ...['--url', '/api/auth/sign-in', '--method', 'POST'],
    ...['--data', '{"email":"ada@kerbside.example","password":"correct horse battery"}'],
    // Another address with each attempt: one would be refused before its text is read.
    ...['--tamper', 'xforwardedfor'],
  ],
  'the session of /api/me': ['--url', '/api/me', '--cookie', COOKIE],
  'the session of /api/vehicles': ['--url', `/api/vehicles?${AREA}`, '--cookie', COOKIE],
}

export const runSqlmap: Scanner = async (path, { url, signsIn, log }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-sqlmap-'))
  const places = signsIn ? closedPlaces : await openPlaces(url)
  const found: string[] = []
  try {
    for (const [name, args] of Object.entries(places)) {
      const printed = await runProgram(
        path,
        [
          ...args.map((arg) => (arg.startsWith('/') ? url + arg : arg)),
          ...['--batch', '--level', '2', '--threads', '4', '--time-sec', '3', '--disable-coloring'],
          // Most answers are refusals; they must not stop it.
          ...['--ignore-code', '401,429', '--headers', `Origin: ${url}\\nContent-Type: application/json`],
          ...['--output-dir', folder, '--flush-session'],
        ],
        LONGEST_MS,
      )
      // Its message after trying everything without success; any other output is a finding to read.
      if (/all tested parameters do not appear to be injectable/.test(printed)) continue
      found.push(name)
      log(`sqlmap, ${name}:\n${printed.slice(-3000)}`)
    }
    return {
      what: `sqlmap, ${signsIn ? 'signed out' : 'sign-in disabled'}: of ${Object.keys(places).join(', ')}: places that may be injected into, or could not be tried`,
      reached: String(found.length),
      met: found.length === 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readData<T>(address: string): Promise<T> {
  return ((await (await fetch(address)).json()) as { data: T }).data
}
