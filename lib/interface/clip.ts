import type { VehicleSearchObject } from './resources'

// Bounds the memory of a node that keeps 200,000 vehicles.
const LONGEST_TEXT = 512
const LONGEST_URL = 2048
const MOST_FUNCTIONS = 32

/** A vehicle of a list with shortened texts; its record has them in full. */
export function clipRow(row: VehicleSearchObject): VehicleSearchObject {
  const { mtime, status, type, make, image_url, functions } = row
  const texts = [mtime, status, type, make, image_url, ...(functions ?? [])]
  const isShort = (text: string | null) => (text?.length ?? 0) <= LONGEST_TEXT
  // True for nearly every row: saves 100,000 copies.
  if (texts.length <= MOST_FUNCTIONS && texts.every(isShort)) return row
  return {
    ...row,
    mtime: clip(mtime),
    status: clip(status),
    type: clip(type),
    make: clip(make),
    image_url: clip(image_url, LONGEST_URL),
    functions: functions?.slice(0, MOST_FUNCTIONS).map((key) => clip(key)) ?? null,
  }
}

/** Shortens a text and appends "…". */
export function clip<T extends string | null>(text: T, longest: number = LONGEST_TEXT): T {
  if (text === null || text.length <= longest) return text
  return `${copied(text.slice(0, longest))}…` as T
}

/** A part of a text that does not keep the whole text in memory, as a slice alone does. */
export function copied(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}
