import type { Scene } from '@/components/map/vehicles/scene'

/** From this zoom on vehicles are labelled, and where there are this few of them at any zoom. */
export const LABELS_ZOOM = 12
const FEW_FOR_LABELS = 300

export function isLabelled(zoom: number, { singles }: Scene): boolean {
  return zoom >= LABELS_ZOOM || singles.length <= FEW_FOR_LABELS
}

/**
 * The vehicles in the order in which they get labels: selected, numbered, `first`, labelled before, and the others in
 * drawing order. That order depends neither on the view nor on time, so that labels stay where they are.
 * @param hasLabel whether the vehicle in a slot was labelled before
 */
export function* labelOrder(
  { singles, selected, numbered }: Scene,
  first: ReadonlySet<number>,
  hasLabel: (slot: number) => boolean,
): Generator<number> {
  const done = new Set(numbered)
  if (selected !== null) {
    done.delete(selected)
    yield selected
  }
  yield* done
  if (first.size > 0)
    for (const slot of singles)
      if (first.has(slot) && !done.has(slot)) {
        done.add(slot)
        yield slot
      }
  for (const slot of singles) if (hasLabel(slot) && !done.has(slot)) yield slot
  for (const slot of singles) if (!hasLabel(slot) && !done.has(slot)) yield slot
}
