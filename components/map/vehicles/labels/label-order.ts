import type { Scene } from '@/components/map/vehicles/scene'

/** From this zoom on vehicles are labelled, and where there are this few of them at any zoom. */
const LABELS_ZOOM = 12
const FEW_FOR_LABELS = 300

export function isLabelled(zoom: number, { singles }: Scene): boolean {
  return zoom >= LABELS_ZOOM || singles.length <= FEW_FOR_LABELS
}

/** Slots of the vehicles labelled before all others: the selected one, the numbered ones, those in `first`. */
export function importantSlots(
  { singles, selected, numbered }: Scene,
  first: ReadonlySet<number>,
): Iterable<number> {
  const slots = new Set(selected === null ? numbered : [selected, ...numbered])
  if (first.size > 0) for (const slot of singles) if (first.has(slot)) slots.add(slot)
  return slots
}
