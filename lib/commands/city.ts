import { parseArgs } from 'node:util'
import { commandLine } from '@/lib/app/command-line'
import { ConfigError } from '@/lib/app/settings/config-error'
import { runCommand } from '@/lib/build/run-command'
import { makePack } from '@/lib/city/make-pack'

const USAGE = `Usage: ${commandLine('city')} --osm region.osm.pbf [--map region.pmtiles] --out DIR`

/** Makes the folder for CITY_DIR, offline. */
await runCommand(async () => {
  const { osm, map, out } = readArguments()
  if (!out || !(osm || map)) throw new ConfigError(USAGE)
  process.stdout.write(`${await makePack(osm ?? null, map ?? null, out)}\nSet CITY_DIR=${out}\n`)
})

function readArguments() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { osm: text, map: text, out: text } }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}. ${USAGE}`)
  }
}
