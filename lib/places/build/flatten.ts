import type { Starts } from '@/lib/places/place-index'

/** One list of all items, and where those of each list begin; the last start is the end. */
export function flatten<T>(lists: readonly (readonly T[])[]): { starts: Starts; items: T[] } {
  const starts = new Uint32Array(lists.length + 1)
  const items: T[] = []
  lists.forEach((list, n) => {
    starts[n] = items.length
    for (const item of list) items.push(item)
  })
  starts[lists.length] = items.length
  return { starts, items }
}
