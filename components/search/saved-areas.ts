import { z } from 'zod'

/** A view with a name, kept in this browser only. */
export interface SavedArea {
  readonly id: string
  readonly name: string
  /** The page's address without `?`: position, radius, type, filters and sort. */
  readonly query: string
}

export const LONGEST_NAME = 60

/** Of the address, what a saved area holds. */
const KEPT = ['position', 'radius', 'type', 'sort', 'status', 'function', 'seats', 'load', 'price', 'text']

const schema = z.array(
  z.object({
    id: z.string().min(1),
    name: z.string().min(1).max(LONGEST_NAME),
    query: z.string().max(8_000),
  }),
)

/** The part of an address that a saved area keeps. */
export function queryToSave(address: URLSearchParams): string {
  return new URLSearchParams([...address].filter(([name]) => KEPT.includes(name))).toString()
}

/** @param text as stored; null when there is nothing. What another version or hand wrote and cannot be read is none. */
export function parseSavedAreas(text: string | null): readonly SavedArea[] {
  if (text === null) return []
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : []
  } catch {
    return []
  }
}

/** The list with one more; an area of the same name is replaced. */
export function addArea(areas: readonly SavedArea[], area: SavedArea): SavedArea[] {
  return [...areas.filter(({ name }) => name !== area.name), area].sort(byName)
}

export function renameArea(areas: readonly SavedArea[], id: string, name: string): SavedArea[] {
  return areas.map((area) => (area.id === id ? { ...area, name } : area)).sort(byName)
}

export function deleteArea(areas: readonly SavedArea[], id: string): SavedArea[] {
  return areas.filter((area) => area.id !== id)
}

function byName(a: SavedArea, b: SavedArea): number {
  return a.name.localeCompare(b.name, 'en-GB', { numeric: true })
}
