import { LANDMARK_KINDS, LANDMARKS_MAXIMUM, type Landmark } from '@/lib/api/contract/places'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Entity } from './street-index'
import { foldText } from './words'

/** Halls of one station and buildings of one airport are nearer to each other. */
const SAME_METRES = 2_500

const ranks: ReadonlyMap<string, number> = new Map(LANDMARK_KINDS.map((kind, n) => [kind, n]))

/** Places that a map shows by a symbol, most important first; each once. */
export function landmarksOf(entities: readonly Entity[]): Landmark[] {
  const byName = new Map<string, Landmark[]>()
  for (const { name, kind, lat, lng } of entities) {
    if (!isLandmarkKind(kind)) continue
    const position = { lat: lat / 1e6, lng: lng / 1e6 }
    const key = `${kind}\n${foldText(name)}`
    const known = byName.get(key) ?? []
    const isKnown = known.some((one) => distanceMetres(one.position, position) < SAME_METRES)
    if (isKnown) continue
    byName.set(key, [...known, { name, kind, position }])
  }
  const landmarks = [...byName.values()].flat()
  landmarks.sort((a, b) => rankOf(a) - rankOf(b))
  return landmarks.slice(0, LANDMARKS_MAXIMUM)
}

function isLandmarkKind(kind: string): kind is Landmark['kind'] {
  return ranks.has(kind)
}

function rankOf({ kind }: Landmark): number {
  return ranks.get(kind) ?? LANDMARK_KINDS.length
}
