import {
  ALERTS_KEPT_MS,
  type AlertRule,
  DEFAULT_RULES,
  type RuleSetting,
  type RuleSettings,
} from '@/lib/api/contract/alerts'
import { messageOf } from '@/lib/store/error-message'
import type { RecordChange } from '@/lib/store/store'
import type { AlertStore, KeptAlert, Silence } from './alert-store'
import type { Decision } from './decision'
import { type Cause, keyOf, type Owner } from './observation'

/** Changes that wait for a store that is away; older ones are given up. */
const WAITING_MAXIMUM = 1_000
/** Alerts that ended and are remembered; the store keeps the beginning of older ones. */
const ENDED_MAXIMUM = 5_000
/** Two nodes that decide for a moment may differ about a booking for less than this. */
const BOOKING_GONE_MS = 30_000

export type Write = (store: AlertStore) => Promise<void>

export interface KeptAlertsOptions {
  /** Null for demo data, whose alerts end with the process. */
  readonly store: (() => Promise<AlertStore>) | null
  /** The same on every node; it hides the text. */
  readonly hash: (text: string) => string
  readonly now: () => number
  readonly log: (line: string) => void
}

/** Alerts, rules and silences of all nodes, as this one last read them; its own changes wait. */
export class KeptAlerts {
  readonly #openStore: KeptAlertsOptions['store']
  readonly #hash: (text: string) => string
  readonly #now: () => number
  readonly #log: (line: string) => void
  #alerts: readonly KeptAlert[] = []
  #rules: RuleSettings = DEFAULT_RULES
  #silences: readonly Silence[] = []
  #isKept = true
  #waiting: Write[] = []
  #syncedAtMs = Number.NEGATIVE_INFINITY
  #syncing: Promise<void> = Promise.resolve()
  /** Alerts that ended, by id: more than the store reads, for causes that are back. */
  readonly #ended = new Map<string, KeptAlert>()

  constructor({ store, hash, now, log }: KeptAlertsOptions) {
    this.#openStore = store
    this.#hash = hash
    this.#now = now
    this.#log = log
  }

  /** The newest first. */
  get alerts(): readonly KeptAlert[] {
    return this.#alerts
  }

  get rules(): RuleSettings {
    return this.#rules
  }

  /** False while the store is away. */
  get isKept(): boolean {
    return this.#isKept
  }

  get syncedAtMs(): number {
    return this.#syncedAtMs
  }

  /** Alerts that are open, by the keys of their causes. */
  openByKey(): ReadonlyMap<string, KeptAlert> {
    const open = this.#alerts.filter(({ closedAtMs }) => closedAtMs === null)
    return new Map(open.map((alert) => [keyOf(alert), alert]))
  }

  silencedBy(owner: Owner): AlertRule[] {
    const silences = this.#silences.filter((silence) => silence.owner === owner)
    return silences.map(({ rule }) => rule)
  }

  /** Changes with what a list may say; the same on every node. */
  version(): string {
    const nowMs = this.#now()
    const shown = this.#alerts.map((alert) => {
      const { id, openedAtMs, closedAtMs, taken, snoozedUntilMs, owners, zone, further } = alert
      const isSnoozed = snoozedUntilMs !== null && snoozedUntilMs > nowMs
      const facts = [owners, zone, further]
      return [id, openedAtMs, closedAtMs === null, taken?.atMs ?? null, isSnoozed, facts]
    })
    const silenced = this.#silences.map(({ owner, rule }) => [owner, rule])
    return this.#hash(JSON.stringify([shown.sort(), silenced.sort(), this.#isKept]))
  }

  /** Writes the changes that wait, then reads those of other nodes; never rejects. */
  sync(): Promise<void> {
    this.#syncedAtMs = this.#now()
    const openStore = this.#openStore
    if (openStore) this.#syncing = this.#syncing.then(() => this.#syncOnce(openStore))
    return this.#syncing
  }

  async #syncOnce(openStore: () => Promise<AlertStore>): Promise<void> {
    try {
      const store = await openStore()
      await this.#writeWaiting(store)
      await this.#readFrom(store)
      if (!this.#isKept) this.#log('alerts are kept again')
      this.#isKept = true
    } catch (error) {
      if (this.#isKept) this.#log(`alerts go on from memory: ${messageOf(error)}`)
      this.#isKept = false
    }
  }

  async #writeWaiting(store: AlertStore): Promise<void> {
    while (this.#waiting[0]) {
      await this.#waiting[0](store)
      this.#waiting.shift()
    }
  }

  async #readFrom(store: AlertStore): Promise<void> {
    const alerts = await store.read(this.#now() - ALERTS_KEPT_MS)
    const changedRules = await store.rules()
    this.#silences = await store.silences()
    // A change that came meanwhile is not in it yet.
    if (this.#waiting.length === 0) {
      this.#alerts = alerts
      this.#noteEnded(alerts)
    }
    this.#rules = { ...DEFAULT_RULES, ...Object.fromEntries(changedRules) }
  }

  #write(write: Write): void {
    if (this.#openStore) this.#waiting = [...this.#waiting, write].slice(-WAITING_MAXIMUM)
  }

  /** @param open alerts that were open when it was decided, by the keys of their causes */
  async apply(decision: Decision, open: ReadonlyMap<string, KeptAlert>): Promise<void> {
    const changed: KeptAlert[] = []
    for (const cause of decision.opened) changed.push(this.#open(cause))
    for (const key of decision.closed) {
      const alert = open.get(key)
      if (alert) changed.push(this.#close(alert))
    }
    for (const cause of decision.changed) {
      const alert = open.get(keyOf(cause))
      if (alert) changed.push(this.#update(alert, cause))
    }
    if (changed.length > 0) this.#replace(changed)
    if (this.#waiting.length > 0) await this.sync()
  }

  #open(cause: Cause): KeptAlert {
    const { rule, subject, sinceMs } = cause
    const id = this.#hash(JSON.stringify([rule, subject, sinceMs]))
    const ended = this.#ended.get(id)
    const ringsAgain = ended !== undefined && isNewsAgain(ended, this.#now())
    const before = ringsAgain ? undefined : ended
    const alert: KeptAlert = {
      ...cause,
      id,
      openedAtMs: before?.openedAtMs ?? this.#now(),
      closedAtMs: null,
      taken: before?.taken ?? null,
      snoozedUntilMs: before?.snoozedUntilMs ?? null,
    }
    this.#write((store) => store.open(alert, ringsAgain))
    return alert
  }

  #close(alert: KeptAlert): KeptAlert {
    const closedAtMs = this.#now()
    this.#write((store) => store.close(alert.id, closedAtMs))
    return { ...alert, closedAtMs }
  }

  #update(before: KeptAlert, { owners, zone, further }: Cause): KeptAlert {
    const alert: KeptAlert = { ...before, owners, zone, further }
    this.#write((store) => store.update(alert))
    return alert
  }

  #replace(changed: readonly KeptAlert[]): void {
    const byId = new Map(this.#alerts.map((alert) => [alert.id, alert]))
    for (const alert of changed) byId.set(alert.id, alert)
    this.#alerts = [...byId.values()].toSorted((a, b) => b.openedAtMs - a.openedAtMs)
    this.#noteEnded(this.#alerts)
  }

  /** Later fields of an alert that ended win over earlier ones. */
  #noteEnded(alerts: readonly KeptAlert[]): void {
    for (const alert of alerts) {
      this.#ended.delete(alert.id)
      if (alert.closedAtMs !== null) this.#ended.set(alert.id, alert)
    }
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= ENDED_MAXIMUM) break
      this.#ended.delete(id)
    }
  }

  /** An operator's change of one alert. */
  async change(id: string, fields: Partial<KeptAlert>, write: Write): Promise<void> {
    this.#alerts = this.#alerts.map((alert) => (alert.id === id ? { ...alert, ...fields } : alert))
    this.#write(write)
    await this.sync()
  }

  async setRule(
    rule: AlertRule,
    setting: RuleSetting,
    operatorId: Owner,
    audit?: RecordChange,
  ): Promise<void> {
    const store = await this.#openStore?.()
    if (store) await store.setRule(rule, setting, operatorId, audit)
    else await audit?.()
    this.#rules = { ...this.#rules, [rule]: setting }
  }

  async setSilenced(rule: AlertRule, isSilenced: boolean, owner: Owner): Promise<void> {
    const silence: Silence = { owner, rule }
    const store = await this.#openStore?.()
    await store?.setSilenced(silence, isSilenced)
    const others = this.#silences.filter((one) => one.owner !== owner || one.rule !== rule)
    this.#silences = isSilenced ? [...others, silence] : others
  }

  /** Deletes alerts that are too old; never rejects. */
  async purge(): Promise<void> {
    const beforeMs = this.#now() - ALERTS_KEPT_MS
    this.#alerts = this.#alerts.filter((alert) => !isClosedBefore(alert, beforeMs))
    try {
      const store = await this.#openStore?.()
      await store?.purge(beforeMs)
    } catch (error) {
      this.#log(messageOf(error))
    }
  }
}

export function isClosedBefore({ closedAtMs }: KeptAlert, atMs: number): boolean {
  return closedAtMs !== null && closedAtMs < atMs
}

/**
 * Of an alert whose cause is back: a booking that lost another vehicle is news, all else is not.
 */
function isNewsAgain({ rule, closedAtMs }: KeptAlert, nowMs: number): boolean {
  if (rule !== 'booking-due' || closedAtMs === null) return false
  return nowMs - closedAtMs >= BOOKING_GONE_MS
}
