import type { Position } from '@/lib/interface/resources'

/** Rules by which alerts are decided. */
export const ALERT_RULES = [
  'service',
  'booking-failed',
  'booking-due',
  'watched-free',
  'watched-status',
  'watched-left',
  'watched-gone',
  'standing-busy',
  'standing-free',
  'silent',
  'zone-under',
  'zone-over',
  'zone-entered',
  'zone-left',
] as const
export type AlertRule = (typeof ALERT_RULES)[number]

export interface RuleSetting {
  readonly isOn: boolean
  /** Its limit; null for a rule without one. */
  readonly minutes: number | null
}

export type RuleSettings = Readonly<Record<AlertRule, RuleSetting>>

/** Until the desk sets another. */
export const DEFAULT_RULES: RuleSettings = {
  service: { isOn: true, minutes: 1 },
  'booking-failed': { isOn: true, minutes: null },
  'booking-due': { isOn: true, minutes: 10 },
  'watched-free': { isOn: true, minutes: null },
  'watched-status': { isOn: true, minutes: null },
  'watched-left': { isOn: true, minutes: null },
  'watched-gone': { isOn: true, minutes: null },
  'standing-busy': { isOn: true, minutes: 20 },
  // A free vehicle at a rank stands for long.
  'standing-free': { isOn: false, minutes: 60 },
  silent: { isOn: true, minutes: 10 },
  'zone-under': { isOn: true, minutes: 5 },
  'zone-over': { isOn: true, minutes: 5 },
  // Every vehicle passes from zone to zone all day.
  'zone-entered': { isOn: false, minutes: null },
  'zone-left': { isOn: false, minutes: null },
}

export const LEAST_RULE_MINUTES = 1
export const MOST_RULE_MINUTES = 240
export const SNOOZE_MINUTES = 15
/** Alerts that ended are kept this long. */
export const ALERTS_KEPT_MS = 24 * 3_600_000

export interface AlertVehicle {
  readonly id: string
  readonly our_ref: string | null
  readonly licence_plate: string | null
  /** As last reported; null where it reports none. */
  readonly position: Position | null
}

export interface AlertBooking {
  /** Key of its page. */
  readonly key: string
  /** Its reference, or else its id. */
  readonly name: string | null
}

export interface AlertZone {
  readonly id: string
  readonly name: string
  readonly middle: Position
  /** Radius around the middle that holds it, in metres. */
  readonly reach: number
}

/**
 * The object of an alert; for the service and for further causes all are null, and for a vehicle
 * that entered or left a zone both are there.
 */
export interface AlertFacts {
  readonly vehicle: AlertVehicle | null
  readonly booking: AlertBooking | null
  readonly zone: AlertZone | null
  /** Status as of `reportedStatus`, error of the booking or kind of the failure; null for none. */
  readonly detail: string | null
  /** Pick-up of the booking; milliseconds since the epoch. */
  readonly dueAtMs: number | null
}

export interface Alert extends AlertFacts {
  readonly id: string
  readonly rule: AlertRule
  /** Since when its cause holds; server time, milliseconds since the epoch, as all times here. */
  readonly sinceMs: number
  readonly openedAtMs: number
  /** Null while its cause holds. */
  readonly closedAtMs: number | null
  /** Null: not taken. */
  readonly taken: AlertTaken | null
  /** Null, or past: it is shown. */
  readonly snoozedUntilMs: number | null
  /**
   * Further causes of the rule that the reader may see, for which no alert can be open now; null
   * of an alert of one.
   */
  readonly more: number | null
}

export interface AlertTaken {
  /** The operator's name; null where sign-in is disabled, and once the account is gone. */
  readonly by: string | null
  readonly atMs: number
}

/** `GET /api/alerts`: as the role may see them; the newest first. */
export interface AlertList {
  readonly alerts: readonly Alert[]
  /** Rules that the operator has silenced: their alerts are left out. */
  readonly silenced: readonly AlertRule[]
  /** False while the store is away: alerts go on from memory, and end with the process. */
  readonly isKept: boolean
  /** Server time; milliseconds since the epoch. */
  readonly now: number
  /** As the topic `alerts` of the stream has it. */
  readonly version: string
}

/** `GET /api/alerts/rules`. */
export interface AlertRules {
  readonly rules: RuleSettings
  /** Zone in which pick-up times without one are read. */
  readonly zone: string
}
