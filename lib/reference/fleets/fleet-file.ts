import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { createFileFleet, type FileRow, type Moving } from './file-fleet'
import type { Fleet } from './fleet'
import { describe, type JsonObject, RowFault, readGbfsVehicle, readTime } from './gbfs'

export interface LoadedFleet {
  fleet: Fleet
  /** Numbers of rows from 1. */
  skipped: { row: number; reason: string }[]
}

/** A file without a usable fleet. The message names file and reason. */
export class FleetFileError extends Error {}

/**
 * Reads a fleet from a file.
 * @throws FleetFileError when it cannot be read; otherwise as parseFleet
 */
export async function loadFleetFile(path: string, moving?: Moving): Promise<LoadedFleet> {
  const bytes = await readRegularFile(path)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FleetFileError(`${path}: is not UTF-8 text`)
  }
  return parseFleet(text, path, moving)
}

async function readRegularFile(path: string): Promise<Buffer> {
  try {
    // A named pipe would block until another process writes to it.
    if (!(await stat(path)).isFile()) throw new FleetFileError(`${path}: is not a file`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof FleetFileError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new FleetFileError(
      `${path}: cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`,
    )
  }
}

/**
 * Reads a fleet from the text of a GBFS feed (free_bike_status or vehicle_status, versions 1 to 3).
 * Rows that cannot be used are skipped, each with its reason.
 * @param moving share of the available vehicles that make trips (default 0.1), and the seed
 * @throws FleetFileError when the text is not JSON, is no such feed, or has no usable row
 */
export function parseFleet(text: string, path: string, moving?: Moving): LoadedFleet {
  const { values, feedMs } = findRows(parseJson(text.replace(/^\uFEFF/, ''), path), path)
  const rows: FileRow[] = []
  const skipped: LoadedFleet['skipped'] = []
  const ids = new Map<string, number>()
  const ourRefs = new Map<string, number>()
  for (const [at, value] of values.entries()) {
    const number = at + 1
    try {
      const row = readGbfsVehicle(value, feedMs)
      claim(ids, row.id, 'id', number)
      if (row.facts.our_ref !== undefined) claim(ourRefs, row.facts.our_ref, 'our_ref', number)
      rows.push(row)
    } catch (error) {
      if (!(error instanceof RowFault)) throw error
      skipped.push({ row: number, reason: error.message })
    }
  }
  const [first] = skipped
  if (rows.length === 0) {
    const reason = first
      ? `the first of ${values.length}, row ${first.row}: ${first.reason}`
      : 'it is empty'
    throw new FleetFileError(`${path}: has no usable row: ${reason}`)
  }
  return { fleet: createFileFleet(rows, basename(path), moving), skipped }
}

/** An id or our_ref (§8) belongs to one vehicle: the first row keeps it. */
function claim(taken: Map<string, number>, value: string, what: string, row: number): void {
  const earlier = taken.get(value)
  if (earlier !== undefined)
    throw new RowFault(`${what} ${describe(value)} is that of row ${earlier} too`)
  taken.set(value, row)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // Some writers put NaN and Infinity for unknown numbers: skip the row, not the file.
    const named = text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    )
    try {
      return JSON.parse(named)
    } catch {
      throw new FleetFileError(`${path}: is not JSON: ${(error as SyntaxError).message}`)
    }
  }
}

function findRows(
  document: unknown,
  path: string,
): { values: unknown[]; feedMs: number | undefined } {
  const root = (typeof document === 'object' && document !== null ? document : {}) as JsonObject
  const data = (root.data ?? {}) as JsonObject
  const vehicles = data.vehicles ?? data.bikes
  if (Array.isArray(vehicles)) return { values: vehicles, feedMs: feedTime(root) }
  const found = Array.isArray(document) || document !== root ? describe(document) : keysOf(root)
  const earlier = root.type === 'FeatureCollection' ? '; GeoJSON is no longer read' : ''
  throw new FleetFileError(
    `${path}: expected GBFS (data.bikes or data.vehicles), found ${found}${earlier}`,
  )
}

function feedTime(root: JsonObject): number | undefined {
  try {
    return readTime(root, 'last_updated')
  } catch {
    // Without it, only vehicles with a report time have an mtime.
    return undefined
  }
}

function keysOf(root: JsonObject): string {
  const keys = Object.keys(root).slice(0, 5).map(describe)
  return keys.length > 0 ? `an object with ${keys.join(', ')}` : 'an object without members'
}
