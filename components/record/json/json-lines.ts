import { inspectableJson } from '@/lib/format/json'

export type JsonPath = readonly (string | number)[]

/** One line of a JSON tree: a value with its name, and how many members it holds. */
export interface JsonLine {
  readonly path: JsonPath
  /** Its path as text: unique in the tree. */
  readonly key: string
  /** From 1. */
  readonly level: number
  readonly value: unknown
  /** Null for a scalar. */
  readonly members: number | null
  readonly isOpen: boolean
  /** Its place among its siblings, from 1, and their number. */
  readonly place: number
  readonly siblings: number
}

/** Values are expanded up to a level, and the other way round for the keys in `toggled`. */
export interface Folding {
  readonly openLevels: number
  readonly toggled: ReadonlySet<string>
}

/** Limit of "Expand all", for records nested thousands of levels deep. */
export const MOST_OPEN_LEVELS = 200

// A collapsed value counts once.
const MOST_LINES = 100_000

/** @returns the lines of a tree, top to bottom, and whether some had to be left out */
export function linesOf(root: unknown, folding: Folding): { lines: JsonLine[]; isCut: boolean } {
  const lines: JsonLine[] = []
  let isCut = false
  const add = (value: unknown, path: JsonPath, key: string, place: number, siblings: number) => {
    if (lines.length === MOST_LINES) {
      isCut = true
      return
    }
    const members = membersOf(value)
    const level = path.length + 1
    const isOpen = members !== null && members.length > 0 && isOpenAt(folding, key, level)
    lines.push({ path, key, level, value, members: members?.length ?? null, isOpen, place, siblings })
    if (!isOpen) return
    for (const [index, [name, member]] of members.entries()) {
      if (isCut) return
      add(member, [...path, name], key + stepText(name), index + 1, members.length)
    }
  }
  add(root, [], ROOT, 1, 1)
  return { lines, isCut }
}

function isOpenAt({ openLevels, toggled }: Folding, key: string, level: number): boolean {
  return level <= openLevels !== toggled.has(key)
}

/** Expands or collapses one value. */
export function toggle({ openLevels, toggled }: Folding, key: string): Folding {
  const next = new Set(toggled)
  if (!next.delete(key)) next.add(key)
  return { openLevels, toggled: next }
}

/** Expands all ancestors of a value. */
export function reveal(folding: Folding, path: JsonPath): Folding {
  let next = folding
  let key = ROOT
  for (const [depth, step] of path.entries()) {
    if (!isOpenAt(next, key, depth + 1)) next = toggle(next, key)
    key += stepText(step)
  }
  return next
}

const ROOT = '$'

/** A path as JSONPath writes it (RFC 9535): `$.totals.net`, `$["odd name"][0]`. */
export function pathText(path: JsonPath): string {
  return ROOT + path.map(stepText).join('')
}

function stepText(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`
  return /^[A-Za-z_][\w]*$/.test(step) ? `.${step}` : `[${inspectableJson(step)}]`
}

/** Members of an object or array; null for a scalar. */
function membersOf(value: unknown): (readonly [string | number, unknown])[] | null {
  if (Array.isArray(value)) return value.map((member, index) => [index, member] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : null
}

// Wider than any screen; the whole value can be copied.
const LONGEST_TEXT = 300

/**
 * A scalar as JSON, clipped, without characters that hide or reorder text.
 * @param written a number as written in the source text, where the value differs
 */
export function scalarText(value: unknown, written?: string): string {
  if (written !== undefined)
    return written.length > LONGEST_TEXT ? `${written.slice(0, LONGEST_TEXT)}…` : written
  // 1e999 is read as Infinity.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return inspectableJson(value)
  return `${inspectableJson(value.slice(0, LONGEST_TEXT).toWellFormed()).slice(0, -1)}…"`
}

const MOST_MATCHES = 1_000
const NOTHING_WRITTEN: ReadonlyMap<string, string> = new Map()

/** Paths of names and values that contain a text, ignoring case, top to bottom, at most a thousand. */
export function findInJson(
  root: unknown,
  text: string,
  written: ReadonlyMap<string, string> = NOTHING_WRITTEN,
): JsonPath[] {
  const wanted = text.toLowerCase()
  const matches: JsonPath[] = []
  if (wanted === '') return matches
  const rest: { value: unknown; path: JsonPath }[] = [{ value: root, path: [] }]
  for (let next = rest.pop(); next && matches.length < MOST_MATCHES; next = rest.pop()) {
    const { value, path } = next
    const members = membersOf(value)
    const name = path.at(-1)
    const text = members ? '' : typeof value === 'string' ? value : numberText(value, path, written)
    const named = typeof name === 'string' && name.toLowerCase().includes(wanted)
    if (named || (!members && text.toLowerCase().includes(wanted))) matches.push(path)
    for (const [step, member] of (members ?? []).reverse())
      rest.push({ value: member, path: [...path, step] })
  }
  return matches
}

function numberText(value: unknown, path: JsonPath, written: ReadonlyMap<string, string>): string {
  return scalarText(value, written.size > 0 ? written.get(pathText(path)) : undefined)
}

/** Whether a value has more than `most` values, itself included. */
export function hasMoreThan(root: unknown, most: number): boolean {
  const rest: unknown[] = [root]
  for (let count = 1; rest.length > 0; count++) {
    if (count > most) return true
    for (const [, member] of membersOf(rest.pop()) ?? []) rest.push(member)
  }
  return false
}
