import { inspectableJson } from '@/lib/format/json'
import type { Loss } from '@/lib/inspect/source'
import { pathText } from './json-lines'

/** Numbers by their paths (`$.totals.net`) as their text writes them, where a number of JavaScript does not. */
export type WrittenNumbers = ReadonlyMap<string, string>

export function writtenNumbers(losses: readonly Loss[]): WrittenNumbers {
  return new Map(numbersOf(losses).map(({ path, written }) => [pathText(path), written]))
}

/** A value as indented JSON, its numbers as they were written. */
export function jsonAsWritten(value: unknown, losses: readonly Loss[]): string {
  const numbers = numbersOf(losses)
  if (numbers.length === 0) return inspectableJson(value)
  // JSON.stringify writes no digits but its own: a mark stands for each number until the text is there.
  const mark = crypto.randomUUID()
  const box: { root: unknown } = { root: structuredClone(value) }
  for (const [index, { path }] of numbers.entries()) replaceAt(box, ['root', ...path], `${mark} ${index}`)
  return inspectableJson(box.root).replaceAll(
    new RegExp(`"${mark} (\\d+)"`, 'g'),
    (_, index: string) => numbers[Number(index)]?.written ?? '',
  )
}

function numbersOf(losses: readonly Loss[]): readonly Loss[] {
  return losses.filter(({ kind }) => kind === 'digits-lost')
}

function replaceAt(root: object, path: Loss['path'], by: string): void {
  let holder: unknown = root
  for (const step of path.slice(0, -1)) holder = Object(holder)[step]
  const last = path.at(-1)
  // Of a name that is repeated the last value stands; an earlier one may have been of another kind.
  if (typeof holder !== 'object' || holder === null || last === undefined) return
  const current = Object.getOwnPropertyDescriptor(holder, last)?.value
  if (typeof current === 'number') Object.defineProperty(holder, last, { value: by, enumerable: true })
}
