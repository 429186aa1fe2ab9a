#!/usr/bin/env -S node --max-semi-space-size=4
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { runEntry } from '../build/run-entry.js'

const HELP = `Usage: kerbside [COMMAND]

  kerbside               Serve the dashboard: demo data, or the service of SERVICE_BASE_URL
  kerbside operators …   Accounts, for the day when no administrator can sign in
  kerbside backup        Copy the embedded database while Kerbside runs
  kerbside city …        Make a folder for CITY_DIR
  kerbside reference …   The reference service alone
  kerbside health        Exit code 0 when Kerbside answers at HOST and PORT, otherwise 1
  kerbside --version

Settings are environment variables, or lines of a file .env in this folder. Most used:
  PORT, HOST, SERVICE_BASE_URL, SERVICE_API_KEY_FILE, MAP_POSITION, KERBSIDE_URL, KERBSIDE_DATA
`

/**
 * Addresses of this machine, in place of all of its addresses.
 * @type {Readonly<Record<string, string>>}
 */
const reachable = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '::1' }

const [name] = process.argv.splice(2, 1)
switch (name) {
  case undefined:
    await import('../server/launch.js')
    break
  case 'operators':
  case 'backup':
  case 'city':
  case 'reference':
    // The command sees its own arguments only.
    await runEntry(name)
    break
  case 'health':
    process.exitCode = (await isAlive()) ? 0 : 1
    break
  case '--help':
  case '-h':
    process.stdout.write(HELP)
    break
  case '--version':
    process.stdout.write(`${versionOfPackage()}\n`)
    break
  default:
    process.stderr.write(`There is no command ${name}. ${HELP}`)
    process.exitCode = 2
}

/** For the health check of a container, whose image has no curl. */
async function isAlive() {
  const { HOST = '', PORT } = process.env
  const given = HOST.trim().replace(/^\[(.*)\]$/, '$1')
  const host = reachable[given] ?? given
  const inUrl = isIPv6(host) ? `[${host}]` : host
  const answer = await fetch(`http://${inUrl}:${PORT || 3000}/api/health`).catch(() => null)
  return answer?.ok === true
}

/** @returns {string} */
function versionOfPackage() {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return JSON.parse(text).version
}
