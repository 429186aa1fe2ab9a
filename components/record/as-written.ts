import { inspectableJson } from '@/lib/format/text'
import type { Loss } from '@/lib/inspect/source'

/** Numbers by path (`["totals","net"]`) as written in the source text, where a JavaScript number loses digits. */
export function writtenNumbers(losses: readonly Loss[]): ReadonlyMap<string, string> {
  return new Map(numbersOf(losses).map(({ path, written }) => [JSON.stringify(path), written]))
}

/** A value as indented JSON, with numbers as written in the source text. */
export function jsonAsWritten(value: unknown, losses: readonly Loss[]): string {
  const numbers = numbersOf(losses)
  if (numbers.length === 0) return inspectableJson(value)
  // JSON.stringify would round the numbers: placeholders are replaced in its output.
  const placeholder = crypto.randomUUID()
  const box: { root: unknown } = { root: structuredClone(value) }
  for (const [index, { path }] of numbers.entries())
    replaceAt(box, ['root', ...path], `${placeholder} ${index}`)
  return inspectableJson(box.root).replaceAll(
    new RegExp(`"${placeholder} (\\d+)"`, 'g'),
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
  // The last value of a repeated name wins, and may not be a number.
  if (typeof holder !== 'object' || holder === null || last === undefined) return
  const current = Object.getOwnPropertyDescriptor(holder, last)?.value
  if (typeof current === 'number') Object.defineProperty(holder, last, { value: by, enumerable: true })
}
