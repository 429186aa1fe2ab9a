import type { Alert, AlertRule, RuleSetting } from '@/lib/api/contract/alerts'
import type { RecordChange } from '@/lib/store/store'
import type { Cause, Owner } from './observation'

/** An alert with its cause, as nodes share it. */
export interface KeptAlert extends Cause {
  readonly id: string
  readonly openedAtMs: number
  readonly closedAtMs: number | null
  readonly taken: Alert['taken']
  readonly snoozedUntilMs: number | null
}

export interface Silence {
  readonly owner: Owner
  readonly rule: AlertRule
}

/** Alerts and settings of rules; the same for every node. */
export interface AlertStore {
  /** Open alerts, and the newest of those that closed since; the newest first. */
  read(closedSinceMs: number): Promise<KeptAlert[]>
  /**
   * Does nothing where its cause has an open alert. One that ended is opened again.
   * @param ringsAgain false keeps when it was first opened, its taking and its snooze
   */
  open(alert: KeptAlert, ringsAgain: boolean): Promise<void>
  /** Keeps the owners and facts that the alert has now. */
  update(alert: KeptAlert): Promise<void>
  close(id: string, atMs: number): Promise<void>
  /** @param atMs null gives it back */
  take(id: string, operatorId: Owner, atMs: number | null): Promise<void>
  snooze(id: string, untilMs: number | null): Promise<void>
  /** Rules that the desk has changed. */
  rules(): Promise<ReadonlyMap<AlertRule, RuleSetting>>
  setRule(
    rule: AlertRule,
    setting: RuleSetting,
    operatorId: Owner,
    audit?: RecordChange,
  ): Promise<void>
  silences(): Promise<Silence[]>
  setSilenced(silence: Silence, isSilenced: boolean): Promise<void>
  /** Deletes alerts that closed before, and those whose key is lost. */
  purge(closedBeforeMs: number): Promise<void>
}
