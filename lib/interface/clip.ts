import type { VehicleSearchObject } from './resources'

// A node keeps lists of up to 200,000 vehicles: what one page may hold, every one of them would.
const LONGEST_TEXT = 512
const LONGEST_URL = 2048
const MOST_FUNCTIONS = 32

/** A vehicle of a list with its texts cut to what anybody reads of them; the record itself says the rest. */
export function clipRow(row: VehicleSearchObject): VehicleSearchObject {
  const { mtime, status, type, make, image_url, functions } = row
  // As good as every row there is; a hundred thousand copies would be made for nothing.
  const texts = [mtime, status, type, make, image_url, ...(functions ?? [])]
  if (texts.length <= MOST_FUNCTIONS && texts.every((text) => (text?.length ?? 0) <= LONGEST_TEXT)) return row
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

/** @returns a text that ends with "…" where it was longer */
export function clip<T extends string | null>(text: T, longest: number = LONGEST_TEXT): T {
  return text === null || text.length <= longest ? text : (`${copied(text.slice(0, longest))}…` as T)
}

// A slice alone keeps the whole of its text in memory.
function copied(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text))
}
