import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { DEMO_LATITUDE_MAXIMUM, DEMO_VEHICLES_MAXIMUM } from '@/lib/reference/demo/demo-fleet'
import { type GapAnswers, gapRows, parseGap } from './gaps'
import type { Position } from './geo'
import type { ApiKey } from './keys'

export type CliOptions = ReturnType<typeof readCliOptions>

/** An unusable option; the message is one line. */
export class OptionError extends Error {}

/** @throws OptionError */
export function readCliOptions(args: string[]) {
  const given = parse(args)
  if (given.fleet !== undefined) {
    for (const name of ['vehicles', 'centre', 'hooks', 'hostile'] as const) {
      if (given[name] !== undefined)
        throw new OptionError(`--${name} is for the demo fleet, not with --fleet`)
    }
    if (given.fleet === '') throw new OptionError('--fleet is empty, expected a file')
  } else if (given.moving !== undefined) {
    throw new OptionError('--moving is for a fleet file, give one with --fleet')
  }
  const keys = (given.key ?? []).map(readKey)
  return {
    port: readWhole('port', given.port ?? '4010', 0, 65_535),
    host: given.host || '127.0.0.1',
    vehicles: readWhole('vehicles', given.vehicles ?? '1500', 1, DEMO_VEHICLES_MAXIMUM),
    /** Null for Montevideo, on its streets. */
    centre: given.centre === undefined ? null : readCentre(given.centre),
    hostile: given.hostile ?? false,
    fleet: given.fleet,
    moving: given.moving === undefined ? undefined : readNumber('moving', given.moving, 0, 1),
    seed: readWhole('seed', given.seed ?? '1', 0, 0xffff_ffff),
    keys: keys.length > 0 ? keys : [{ key: randomBytes(18).toString('base64url') }],
    /** The key is to be printed. */
    keyIsGenerated: keys.length === 0,
    gaps: readGaps(given.gap ?? []),
    /** Address that the demo fleet's records name for their webhooks. */
    hooks: given.hooks === undefined ? undefined : readUrl(given.hooks),
    help: given.help ?? false,
  }
}

function parse(args: string[]) {
  const single = { type: 'string' } as const
  const several = { type: 'string', multiple: true } as const
  try {
    return parseArgs({
      args,
      options: {
        port: single,
        host: single,
        vehicles: single,
        centre: single,
        fleet: single,
        moving: single,
        seed: single,
        key: several,
        gap: several,
        hooks: single,
        hostile: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new OptionError((error as Error).message.replace(/\s*\n\s*/g, ' '))
  }
}

function readNumber(name: string, text: string, low: number, high: number): number {
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
  if (value >= low && value <= high) return value
  throw new OptionError(`--${name} is "${text}", expected a number from ${low} to ${high}`)
}

function readWhole(name: string, text: string, low: number, high: number): number {
  const value = readNumber(name, text, low, high)
  if (Number.isInteger(value)) return value
  throw new OptionError(`--${name} is "${text}", expected a whole number from ${low} to ${high}`)
}

function readCentre(text: string): Position {
  const [lat = '', lng = '', ...more] = text.split(',')
  if (more.length > 0 || lng === '')
    throw new OptionError(`--centre is "${text}", expected lat,lng`)
  return {
    lat: readNumber('centre', lat, -DEMO_LATITUDE_MAXIMUM, DEMO_LATITUDE_MAXIMUM),
    lng: readNumber('centre', lng, -180, 180),
  }
}

/** `K` or `K@2026-12-31T00:00:00Z`. The key itself is not repeated in messages. */
function readKey(text: string): ApiKey {
  const at = text.lastIndexOf('@')
  const key = at < 0 ? text : text.slice(0, at)
  if (!/^\S+$/.test(key)) throw new OptionError('--key is empty or has a space in it')
  if (at < 0) return { key }
  const expiresAt = Date.parse(text.slice(at + 1))
  if (!Number.isNaN(expiresAt)) return { key, expiresAt }
  throw new OptionError(`--key ends in "${text.slice(at)}", expected @ and an ISO 8601 time`)
}

function readGaps(texts: string[]): Partial<GapAnswers> {
  try {
    return Object.assign({}, ...texts.map(parseGap))
  } catch (error) {
    throw new OptionError(`--gap: ${(error as Error).message}`)
  }
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new OptionError('--hooks is not an http or https address')
}

export const help = `npm run reference -- [options]    (in a package: kerbside reference [options])

  --port N             port to listen on, 0 for any free one (4010)
  --host ADDRESS       address to listen on (127.0.0.1)
  --vehicles N         size of the demo fleet (1500)
  --centre LAT,LNG     middle of the demo fleet, in an invented town (Montevideo, on its streets)
  --fleet FILE         a GBFS feed instead of the demo fleet
  --moving SHARE       share of the file's available vehicles that make trips, 0 to 1 (0.1)
  --seed N             another seed, another fleet (1)
  --key KEY            an API key; may be repeated; KEY@2026-12-31T00:00:00Z expires then (one is made)
  --gap NAME=VALUE     an answer to what the interface does not show; may be repeated
  --hooks URL          address that the demo fleet's records name for their webhooks; these are delivered there
  --hostile            give every eighth vehicle of the demo fleet a reference and a driver's name that break careless pages
  --help               this

Gaps of the interface, and how this service settles them: the first choice is the default.
* The interface does not mention it: a choice of this service alone.
${gapRows()
  .map(([name, section, question, choices, answer]) =>
    [`\n  ${`${name}`.padEnd(18)} ${section} ${question}`, choices, answer]
      .filter(Boolean)
      .join(`\n${' '.repeat(21)}`),
  )
  .join('')}
`
