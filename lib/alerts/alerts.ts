import {
  ALERTS_KEPT_MS,
  type Alert,
  type AlertList,
  type AlertRule,
  type AlertRules,
  type AlertTaken,
  DEFAULT_RULES,
  type RuleSetting,
  type RuleSettings,
} from '@/lib/api/contract/alerts'
import type { AreaSearch, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { RecordChange } from '@/lib/store/store'
import type { AlertStore, KeptAlert, Silence } from './alert-store'
import { createEngine, type EngineOptions } from './engine'
import {
  type Cause,
  keyOf,
  type Observation,
  type ObservedBooking,
  type ObservedService,
  type ObservedWatched,
  type ObservedZones,
  type Owner,
} from './observation'

/** The home area as this node sweeps it. */
export interface SweptArea {
  /** Null before its first list. */
  readonly meta: LiveMeta | null
  vehicles(): Iterable<LiveVehicle>
}

export interface ObservedHome {
  /** Whether this node decides: the one that sweeps the area, or any where no home is set. */
  readonly isDecidedHere: boolean
  /** Null where no home is set. */
  readonly search: AreaSearch | null
  /** Null where this node does not sweep it. */
  readonly area: SweptArea | null
}

export interface AlertSources {
  /** @param isUsed whether a page shows alerts */
  home(isUsed: boolean): Promise<ObservedHome>
  watched(): Promise<readonly ObservedWatched[]>
  /** Bookings that are ahead, late or failed. */
  bookings(): Promise<readonly ObservedBooking[]>
  /** Null before the first call. */
  service(): Promise<ObservedService | null>
  /** Asked for with each list of the home area. */
  zones(): Promise<ObservedZones>
}

export interface AlertsOptions extends Pick<EngineOptions, 'classOf'> {
  /** Null for demo data, whose alerts end with the process. */
  readonly store: (() => Promise<AlertStore>) | null
  /** The same on every node; it hides the text. */
  readonly hash: (text: string) => string
  readonly sources: AlertSources
  readonly now: () => number
  readonly zone: string
  readonly log: (line: string) => void
}

/** The operator that asks, as far as the list depends on it. */
export interface AlertReader {
  /** Null without sign-in. */
  readonly operatorId: Owner
  readonly name: string | null
  /** False for viewers. */
  readonly seesBookings: boolean
}

/** Steps come this often while alerts are in use. */
export const STEP_MS = 5_000
/** Alerts that no page has asked for within this time are decided only where the area is swept. */
const UNUSED_MS = 60_000
const WATCHED_MS = 10_000
/** Changes that wait for a store that is away; older ones are given up. */
const WAITING_MAXIMUM = 1_000

/** Alerts that ended and are remembered; the store keeps the beginning of older ones. */
const ENDED_MAXIMUM = 5_000
/** Two nodes that decide for a moment may differ about a booking for less than this. */
const BOOKING_GONE_MS = 30_000

type Write = (store: AlertStore) => Promise<void>

export type Alerts = ReturnType<typeof createAlerts>

/**
 * The alerts of the desk. The node that sweeps the home area decides them; every node shows them
 * out of the store, or out of its memory while that is away.
 */
export function createAlerts(options: AlertsOptions) {
  const { store: openStore, hash, sources, now, zone, log } = options
  let alerts: readonly KeptAlert[] = []
  let rules: RuleSettings = DEFAULT_RULES
  let silences: readonly Silence[] = []
  let isKept = true
  let waiting: Write[] = []
  let usedAtMs = Number.NEGATIVE_INFINITY
  let syncedAtMs = Number.NEGATIVE_INFINITY
  let stepping: Promise<void> | null = null
  let syncing: Promise<void> = Promise.resolve()
  let fetchedAt: string | null = null
  let watchedAtMs = Number.NEGATIVE_INFINITY
  /** Alerts that ended, by id: more than the store reads, for causes that are back. */
  const ended = new Map<string, KeptAlert>()
  const failures = new Set<string>()
  const engine = createEngine({ settings: () => rules, classOf: options.classOf, zone })

  /** Writes what waits, then reads what other nodes have written. */
  async function syncOnce(open: () => Promise<AlertStore>): Promise<void> {
    try {
      const store = await open()
      while (waiting[0]) {
        await waiting[0](store)
        waiting.shift()
      }
      const kept = await store.read(now() - ALERTS_KEPT_MS)
      const changed = await store.rules()
      silences = await store.silences()
      // A change that came meanwhile is not in it yet.
      if (waiting.length === 0) {
        alerts = kept
        noteEnded(kept)
      }
      rules = { ...DEFAULT_RULES, ...Object.fromEntries(changed) }
      if (!isKept) log('alerts are kept again')
      isKept = true
    } catch (error) {
      if (isKept) log(`alerts go on from memory: ${causeOf(error)}`)
      isKept = false
    }
  }

  function sync(): Promise<void> {
    syncedAtMs = now()
    if (openStore) syncing = syncing.then(() => syncOnce(openStore))
    return syncing
  }

  function write(change: Write): void {
    if (openStore) waiting = [...waiting, change].slice(-WAITING_MAXIMUM)
  }

  function change(id: string, fields: Partial<KeptAlert>): void {
    alerts = alerts.map((alert) => (alert.id === id ? { ...alert, ...fields } : alert))
  }

  function openCauses(): Map<string, KeptAlert> {
    const open = alerts.filter(({ closedAtMs }) => closedAtMs === null)
    return new Map(open.map((alert) => [keyOf(alert), alert]))
  }

  /** @returns null for a source that fails, which is logged once */
  async function observed<T>(name: string, read: () => Promise<T>): Promise<T | null> {
    try {
      const found = await read()
      failures.delete(name)
      return found
    } catch (error) {
      if (!failures.has(name)) log(`${name} cannot be observed: ${causeOf(error)}`)
      failures.add(name)
      return null
    }
  }

  async function observe({ search, area }: ObservedHome): Promise<Observation> {
    const meta = area?.meta ?? null
    const isNew = meta !== null && meta.failure === null && meta.fetchedAt !== fetchedAt
    if (isNew) fetchedAt = meta.fetchedAt
    const isWatchedDue = isOver(watchedAtMs, WATCHED_MS, now())
    if (isWatchedDue) watchedAtMs = now()
    return {
      area:
        area && search && isNew
          ? {
              search,
              vehicles: area.vehicles(),
              fetchedAtMs: Date.parse(meta.fetchedAt),
              mtimeServes: meta.mtimeServes ?? false,
            }
          : null,
      watched: isWatchedDue ? await observed('the watch list', sources.watched) : null,
      bookings: await observed('bookings', sources.bookings),
      service: await observed('the service', sources.service),
      zones: isNew ? await observed('the zones', sources.zones) : null,
      nowMs: now(),
    }
  }

  /** Later fields of an alert that ended win over earlier ones. */
  function noteEnded(found: readonly KeptAlert[]): void {
    for (const alert of found) {
      ended.delete(alert.id)
      if (alert.closedAtMs !== null) ended.set(alert.id, alert)
    }
    for (const id of ended.keys()) {
      if (ended.size <= ENDED_MAXIMUM) break
      ended.delete(id)
    }
  }

  function openedBy(cause: Cause): KeptAlert {
    const { rule, subject, sinceMs } = cause
    const id = hash(JSON.stringify([rule, subject, sinceMs]))
    const before = ended.get(id)
    const ringsAgain = before !== undefined && isNewsAgain(before, now())
    const kept = ringsAgain ? undefined : before
    const alert: KeptAlert = {
      ...cause,
      id,
      openedAtMs: kept?.openedAtMs ?? now(),
      closedAtMs: null,
      taken: kept?.taken ?? null,
      snoozedUntilMs: kept?.snoozedUntilMs ?? null,
    }
    write((store) => store.open(alert, ringsAgain))
    return alert
  }

  function closedNow(alert: KeptAlert): KeptAlert {
    const closedAtMs = now()
    write((store) => store.close(alert.id, closedAtMs))
    return { ...alert, closedAtMs }
  }

  function updatedBy({ owners, zone, further }: Cause, before: KeptAlert): KeptAlert {
    const alert: KeptAlert = { ...before, owners, zone, further }
    write((store) => store.update(alert))
    return alert
  }

  async function decide(home: ObservedHome): Promise<void> {
    const observation = await observe(home)
    const before = openCauses()
    const { opened, closed, changed } = engine.observe(observation, before)
    const byId = new Map(alerts.map((alert) => [alert.id, alert]))
    for (const cause of opened) {
      const alert = openedBy(cause)
      byId.set(alert.id, alert)
    }
    for (const key of closed) {
      const alert = before.get(key)
      if (alert) byId.set(alert.id, closedNow(alert))
    }
    for (const cause of changed) {
      const alert = before.get(keyOf(cause))
      if (alert) byId.set(alert.id, updatedBy(cause, alert))
    }
    if (opened.length + closed.length + changed.length > 0) {
      alerts = newestFirst([...byId.values()])
      noteEnded(alerts)
    }
    if (waiting.length > 0) await sync()
  }

  async function stepOnce(): Promise<void> {
    const isUsed = now() - usedAtMs < UNUSED_MS
    const home = await observed('the home area', () => sources.home(isUsed))
    if (home?.isDecidedHere || isUsed) await sync()
    if (home?.isDecidedHere) return decide(home)
    engine.reset()
    fetchedAt = null
  }

  function step(): Promise<void> {
    stepping ??= stepOnce()
      .catch((error: unknown) => log(causeOf(error)))
      .finally(() => {
        stepping = null
      })
    return stepping
  }

  function isShownTo({ rule, owners, booking }: KeptAlert, reader: AlertReader): boolean {
    if (booking !== null && !reader.seesBookings) return false
    const isSilenced = silences.some((one) => one.owner === reader.operatorId && one.rule === rule)
    if (isSilenced) return false
    return isFor(owners, reader)
  }

  /** @returns false for an alert that the reader does not see */
  async function changeOf(
    id: string,
    reader: AlertReader,
    fields: Partial<KeptAlert>,
    written: Write,
  ): Promise<boolean> {
    const alert = alerts.find((one) => one.id === id)
    if (!alert || !isShownTo(alert, reader)) return false
    change(id, fields)
    write(written)
    await sync()
    return true
  }

  /** Changes with what a list may say; the same on every node. */
  function versionOfList(): string {
    const nowMs = now()
    const shown = alerts.map((alert) => {
      const { id, openedAtMs, closedAtMs, taken, snoozedUntilMs, owners, zone, further } = alert
      const isSnoozed = snoozedUntilMs !== null && snoozedUntilMs > nowMs
      const facts = [owners, zone, further]
      return [id, openedAtMs, closedAtMs === null, taken?.atMs ?? null, isSnoozed, facts]
    })
    const silenced = silences.map(({ owner, rule }) => [owner, rule])
    return hash(JSON.stringify([shown.sort(), silenced.sort(), isKept]))
  }

  return {
    /** One turn of the work of every few seconds; never rejects. */
    step,

    /** For the stream of the pages, which asks again and again while there are any. */
    version(): string {
      usedAtMs = now()
      return versionOfList()
    },

    async list(reader: AlertReader): Promise<AlertList> {
      usedAtMs = now()
      if (isOver(syncedAtMs, UNUSED_MS, now())) {
        // The first page after a while waits for what is kept, not for the first look at all.
        void step()
        await sync()
      }
      const keptFromMs = now() - ALERTS_KEPT_MS
      const isKeptStill = ({ closedAtMs }: KeptAlert) =>
        closedAtMs === null || closedAtMs >= keptFromMs
      const shown = alerts.filter((alert) => isKeptStill(alert) && isShownTo(alert, reader))
      const ofReader = silences.filter(({ owner }) => owner === reader.operatorId)
      return {
        alerts: shown.map((alert) => shownAlert(alert, reader)),
        silenced: ofReader.map(({ rule }) => rule),
        isKept,
        now: now(),
        version: versionOfList(),
      }
    },

    /** @param isTaken false gives it back. @returns false for an unknown alert */
    take(id: string, isTaken: boolean, reader: AlertReader): Promise<boolean> {
      const atMs = isTaken ? now() : null
      const taken: AlertTaken | null = atMs === null ? null : { by: reader.name, atMs }
      return changeOf(id, reader, { taken }, (store) => store.take(id, reader.operatorId, atMs))
    },

    /** @param minutes null ends it. @returns false for an unknown alert */
    snooze(id: string, minutes: number | null, reader: AlertReader): Promise<boolean> {
      const snoozedUntilMs = minutes === null ? null : now() + minutes * 60_000
      return changeOf(id, reader, { snoozedUntilMs }, (store) => store.snooze(id, snoozedUntilMs))
    },

    async rules(): Promise<AlertRules> {
      await sync()
      return { rules, zone }
    },

    async setRule(
      rule: AlertRule,
      setting: RuleSetting,
      operatorId: Owner,
      audit?: RecordChange,
    ): Promise<void> {
      if (openStore) await (await openStore()).setRule(rule, setting, operatorId, audit)
      else await audit?.()
      rules = { ...rules, [rule]: setting }
    },

    async setSilenced(rule: AlertRule, isSilenced: boolean, owner: Owner): Promise<void> {
      const silence: Silence = { owner, rule }
      if (openStore) await (await openStore()).setSilenced(silence, isSilenced)
      const others = silences.filter((one) => one.owner !== owner || one.rule !== rule)
      silences = isSilenced ? [...others, silence] : others
    },

    /** Deletes alerts that are too old; never rejects. */
    async purge(): Promise<void> {
      const beforeMs = now() - ALERTS_KEPT_MS
      alerts = alerts.filter(({ closedAtMs }) => closedAtMs === null || closedAtMs >= beforeMs)
      await openStore?.()
        .then((store) => store.purge(beforeMs))
        .catch((error: unknown) => log(causeOf(error)))
    },
  }
}

/** Whether an interval is over, also where the clock was set back since it began. */
function isOver(sinceMs: number, intervalMs: number, nowMs: number): boolean {
  const elapsedMs = nowMs - sinceMs
  return elapsedMs < 0 || elapsedMs >= intervalMs
}

/**
 * Of an alert whose cause is back: a booking that lost another vehicle is news, all else is not.
 */
function isNewsAgain({ rule, closedAtMs }: KeptAlert, nowMs: number): boolean {
  if (rule !== 'booking-due' || closedAtMs === null) return false
  return nowMs - closedAtMs >= BOOKING_GONE_MS
}

function newestFirst(alerts: readonly KeptAlert[]): readonly KeptAlert[] {
  return alerts.toSorted((a, b) => b.openedAtMs - a.openedAtMs)
}

function isFor(owners: Cause['owners'], { operatorId }: AlertReader): boolean {
  return owners === null || owners.includes(null) || owners.includes(operatorId)
}

function shownAlert(alert: KeptAlert, reader: AlertReader): Alert {
  const { subject: _subject, owners: _owners, further, ...shown } = alert
  const seen = further?.filter(({ owners }) => isFor(owners, reader))
  const more = seen?.reduce((sum, { count }) => sum + count, 0) ?? null
  return { ...shown, more }
}

/** Without the values to be stored, which the store's own error repeats. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : causeOf(error.cause)
}
