import {
  ALERTS_KEPT_MS,
  type Alert,
  type AlertList,
  type AlertRule,
  type AlertRules,
  type AlertTaken,
  type RuleSetting,
} from '@/lib/api/contract/alerts'
import { messageOf } from '@/lib/store/error-message'
import type { RecordChange } from '@/lib/store/store'
import type { KeptAlert } from './alert-store'
import { BOOKING_RULES } from './booking-rules'
import { createEngine, type EngineOptions } from './engine'
import { isClosedBefore, KeptAlerts, type KeptAlertsOptions, type Write } from './kept-alerts'
import type { Cause, Owner } from './observation'
import { type AlertSources, createObserver, isOver } from './observer'

export interface AlertsOptions extends KeptAlertsOptions {
  readonly classOf: EngineOptions['classOf']
  readonly sources: AlertSources
  readonly zone: string
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

export type Alerts = ReturnType<typeof createAlerts>

/**
 * The alerts of the desk. The node that sweeps the home area decides them; every node shows them
 * out of the store, or out of its memory while that is away.
 */
export function createAlerts(options: AlertsOptions) {
  const { sources, now, zone, log } = options
  const kept = new KeptAlerts(options)
  const observer = createObserver(sources, now, log)
  const engine = createEngine({ settings: () => kept.rules, classOf: options.classOf, zone })
  let usedAtMs = Number.NEGATIVE_INFINITY
  let stepping: Promise<void> | null = null

  async function stepOnce(): Promise<void> {
    const isUsed = now() - usedAtMs < UNUSED_MS
    const home = await observer.home(isUsed)
    if (home?.isDecidedHere || isUsed) await kept.sync()
    if (!home?.isDecidedHere) {
      engine.reset()
      observer.reset()
      return
    }
    const observation = await observer.observe(home)
    const open = kept.openByKey()
    await kept.apply(engine.observe(observation, open), open)
  }

  function step(): Promise<void> {
    stepping ??= stepOnce()
      .catch((error: unknown) => log(messageOf(error)))
      .finally(() => {
        stepping = null
      })
    return stepping
  }

  function isShownTo({ rule, owners }: KeptAlert, reader: AlertReader): boolean {
    if (BOOKING_RULES.includes(rule) && !reader.seesBookings) return false
    if (kept.silencedBy(reader.operatorId).includes(rule)) return false
    return isFor(owners, reader)
  }

  /** @returns false for an alert that the reader does not see */
  async function change(
    id: string,
    reader: AlertReader,
    fields: Partial<KeptAlert>,
    write: Write,
  ): Promise<boolean> {
    const alert = kept.alerts.find((one) => one.id === id)
    if (!alert || !isShownTo(alert, reader)) return false
    await kept.change(id, fields, write)
    return true
  }

  return {
    /** One turn of the work of every few seconds; never rejects. */
    step,

    /** For the stream of the pages, which asks again and again while there are any. */
    version(): string {
      usedAtMs = now()
      return kept.version()
    },

    async list(reader: AlertReader): Promise<AlertList> {
      usedAtMs = now()
      if (isOver(kept.syncedAtMs, UNUSED_MS, now())) {
        // The first page after a while waits for what is kept, not for the first look at all.
        void step()
        await kept.sync()
      }
      const keptFromMs = now() - ALERTS_KEPT_MS
      const recent = kept.alerts.filter((alert) => !isClosedBefore(alert, keptFromMs))
      const shown = recent.filter((alert) => isShownTo(alert, reader))
      return {
        alerts: shown.map((alert) => shownAlert(alert, reader)),
        silenced: kept.silencedBy(reader.operatorId),
        isKept: kept.isKept,
        now: now(),
        version: kept.version(),
      }
    },

    /** @param isTaken false gives it back. @returns false for an unknown alert */
    take(id: string, isTaken: boolean, reader: AlertReader): Promise<boolean> {
      const atMs = isTaken ? now() : null
      const taken: AlertTaken | null = atMs === null ? null : { by: reader.name, atMs }
      return change(id, reader, { taken }, (store) => store.take(id, reader.operatorId, atMs))
    },

    /** @param minutes null ends it. @returns false for an unknown alert */
    snooze(id: string, minutes: number | null, reader: AlertReader): Promise<boolean> {
      const snoozedUntilMs = minutes === null ? null : now() + minutes * 60_000
      return change(id, reader, { snoozedUntilMs }, (store) => store.snooze(id, snoozedUntilMs))
    },

    async rules(): Promise<AlertRules> {
      await kept.sync()
      return { rules: kept.rules, zone }
    },

    setRule(
      rule: AlertRule,
      setting: RuleSetting,
      operatorId: Owner,
      audit?: RecordChange,
    ): Promise<void> {
      return kept.setRule(rule, setting, operatorId, audit)
    },

    setSilenced(rule: AlertRule, isSilenced: boolean, owner: Owner): Promise<void> {
      return kept.setSilenced(rule, isSilenced, owner)
    },

    /** Deletes alerts that are too old; never rejects. */
    purge(): Promise<void> {
      return kept.purge()
    },
  }
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
