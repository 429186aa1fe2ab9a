import { asc, eq, isNull, or } from 'drizzle-orm'
import {
  type HomeArea,
  type ListedArea,
  SAVED_AREAS_MAXIMUM,
  type SavedArea,
} from '@/lib/api/contract/desk'
import { deskHome, operators, savedAreas } from '@/lib/store/schema'
import type { Database, RecordChange } from '@/lib/store/store'

/** Id of an operator; null: the desk. */
export type Owner = string | null

/** The home area and the saved areas of the desk. In the store, so that every node has the same. */
export interface Desk {
  /** Null until the desk has set one. While the store is away, as last read. */
  home(): Promise<HomeArea | null>
  setHome(home: HomeArea, operatorId: Owner, audit?: RecordChange): Promise<void>
  /** Areas of the desk and of the operator, in alphabetical order. */
  areas(operatorId: Owner): Promise<ListedArea[]>
  /** Replaces one of the same name. @returns false when there are too many */
  saveArea(owner: Owner, area: SavedArea, operatorId: Owner, audit?: RecordChange): Promise<boolean>
  /** @returns false for a name that is not saved */
  deleteArea(owner: Owner, name: string, audit?: RecordChange): Promise<boolean>
}

const HOME = 'home'
/** Every page asks for the home area again and again. */
const KNOWN_MS = 2_000

export function createSqlDesk(db: Database, now: () => number = Date.now): Desk {
  let known: { readonly home: HomeArea | null; readonly readAtMs: number } | null = null

  async function readHome(): Promise<HomeArea | null> {
    const [row] = await db.select().from(deskHome).where(eq(deskHome.id, HOME))
    if (!row) return null
    const { name, lat, lng, radius } = row
    return { name, position: { lat, lng }, radius }
  }

  return {
    async home() {
      const age = known ? now() - known.readAtMs : Number.POSITIVE_INFINITY
      if (known && age >= 0 && age < KNOWN_MS) return known.home
      try {
        known = { home: await readHome(), readAtMs: now() }
      } catch {
        // The map is needed most while something fails.
      }
      return known?.home ?? null
    },

    async setHome({ name, position, radius }, operatorId, audit) {
      const row = {
        id: HOME,
        name,
        lat: position.lat,
        lng: position.lng,
        radius,
        changedAt: new Date(now()),
        changedBy: operatorId,
      }
      await db.transaction(async (tx) => {
        await tx.insert(deskHome).values(row).onConflictDoUpdate({ target: deskHome.id, set: row })
        await audit?.(tx)
      })
      known = null
    },

    async areas(operatorId) {
      const { name, query, owner } = savedAreas
      const isOfDesk = isNull(owner)
      const rows = await db
        .select({ name, query, owner, savedBy: operators.name })
        .from(savedAreas)
        .leftJoin(operators, eq(operators.id, savedAreas.savedBy))
        .where(operatorId === null ? isOfDesk : or(isOfDesk, eq(owner, operatorId)))
        .orderBy(asc(savedAreas.id))
      const areas = rows.map(({ name, query, owner, savedBy }): ListedArea => {
        return { name, query, list: owner === null ? 'shared' : 'own', savedBy }
      })
      return areas.sort(byName)
    },

    async saveArea(owner, { name, query }, operatorId, audit) {
      const id = idOf(owner, name)
      const savedAt = new Date(now())
      const row = { id, owner, name, query, savedAt, savedBy: operatorId }
      const isOfOwner = owner === null ? isNull(savedAreas.owner) : eq(savedAreas.owner, owner)
      return db.transaction(async (tx) => {
        const isKnown = (await tx.$count(savedAreas, eq(savedAreas.id, id))) > 0
        const count = await tx.$count(savedAreas, isOfOwner)
        if (!isKnown && count >= SAVED_AREAS_MAXIMUM) return false
        await tx
          .insert(savedAreas)
          .values(row)
          .onConflictDoUpdate({ target: savedAreas.id, set: row })
        await audit?.(tx)
        return true
      })
    },

    async deleteArea(owner, name, audit) {
      return db.transaction(async (tx) => {
        const deleted = await tx
          .delete(savedAreas)
          .where(eq(savedAreas.id, idOf(owner, name)))
          .returning({ id: savedAreas.id })
        if (deleted.length > 0) await audit?.(tx)
        return deleted.length > 0
      })
    },
  }
}

/** The desk of demo data, which is of this process only. */
export function createMemoryDesk(firstHome: HomeArea | null = null): Desk {
  let home = firstHome
  const areas = new Map<string, ListedArea>()
  return {
    home: async () => home,
    async setHome(next, _operatorId, audit) {
      await audit?.()
      home = next
    },
    areas: async () => [...areas.values()].sort(byName),
    async saveArea(_owner, { name, query }, _operatorId, audit) {
      if (!areas.has(name) && areas.size >= SAVED_AREAS_MAXIMUM) return false
      await audit?.()
      areas.set(name, { name, query, list: 'shared', savedBy: null })
      return true
    },
    async deleteArea(_owner, name, audit) {
      if (!areas.has(name)) return false
      await audit?.()
      areas.delete(name)
      return true
    },
  }
}

function idOf(owner: Owner, name: string): string {
  return JSON.stringify([owner, name])
}

function byName(a: ListedArea, b: ListedArea): number {
  return a.name.localeCompare(b.name, 'en-GB', { numeric: true })
}
