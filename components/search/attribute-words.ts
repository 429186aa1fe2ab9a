import type { Wanted } from '@/components/search/attribute-filters'
import { type AttributeName, attributes, type NeedName } from '@/components/search/attributes'
import type { Facts } from '@/components/search/list/shown-vehicles'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { absencePhrase } from '@/lib/format/absence'
import { keyPhrase } from '@/lib/format/key-words'
import { formatNumber } from '@/lib/format/number'
import { statusPhrase } from '@/lib/format/status/status-words'
import { isolated, nearWords, safeText } from '@/lib/format/text'
import { ageInWords } from '@/lib/format/time/age'
import { timeInStatusWords } from '@/lib/format/time/time-in-status'
import type { SentForm } from '@/lib/interface/sent-forms'
import { reportedStatus } from '@/lib/interface/statuses'

/** "seats unreadable": the service sent a value of another type; null for any other vehicle. */
function unreadableText(name: AttributeName, { unreadable }: LiveVehicle): string | null {
  const { field } = attributes[name]
  return field !== null && unreadable?.includes(field) ? absenceText(name, unreadable) : null
}

/** Why a vehicle has no value: "seats unreadable", "seats not reported". */
export function absenceText(
  name: AttributeName,
  unreadable: readonly string[] | undefined,
): string {
  const { field, label } = attributes[name]
  const phrase = label.toLowerCase().replace(' as a number', '')
  return absencePhrase(phrase, field ?? name, unreadable)
}

/** Of a value that came in another form than specified. */
export function formOf(name: AttributeName, { forms }: LiveVehicle): SentForm | undefined {
  const { field } = attributes[name]
  return field === null ? undefined : forms?.[field]
}

/** "480 m NE", "position unreadable"; null for a vehicle that reports no position. */
export function placeText({ vehicle, place }: Facts): string | null {
  return place ?? unreadableText('position', vehicle)
}

/** A fact in words; of several values only those that are asked for. */
export function factText(name: AttributeName, facts: Facts, wanted: Wanted = null): string | null {
  const { read, text, words } = attributes[name]
  const unreadable = unreadableText(name, facts.vehicle)
  if (unreadable !== null) return unreadable
  const value = read(facts.vehicle)
  const wantedKeys = typeof wanted === 'object' ? wanted : [wanted]
  const isList = value !== null && typeof value === 'object'
  if (!isList || !wantedKeys?.length) return text(facts)
  const named = value.filter((key) => wantedKeys.includes(key)).map(words)
  return named.length > 0 ? named.join(', ') : text(facts)
}

/** Why a vehicle does not meet a need: "2 seats, 5 needed". */
export function reasonOf(name: NeedName, vehicle: LiveVehicle, wanted: string | number): string {
  const { label, read, words, phrase, filter } = attributes[name]
  const value = read(vehicle)
  if (value === null) return absenceText(name, vehicle.unreadable)
  if (typeof value === 'object') return `no ${label.toLowerCase()} ${safeText(String(wanted), 40)}`
  if (filter === 'anyOf') return `${label.toLowerCase()} ${phrase(value)}, ${phrase(wanted)} needed`
  return `${words(value as number)}, ${formatNumber(Number(wanted))} needed`
}

/**
 * "KB-17, Toyota Prius, taxi, 480 m NE, near Av. Italia 2345, available for 14 min, 4
 * seats, 12s ago, not confirmed"
 */
export function describeVehicle(facts: Facts): string {
  const { vehicle, age, inStatus, title, near, unconfirmedMs } = facts
  const { make, type, passengers_max } = vehicle
  const timeWords = inStatus && timeInStatusWords(inStatus)
  const status = statusInSentence(vehicle)
  const parts = [
    // Something to tell it by.
    title || !make ? isolated(safeText(title || vehicle.id, 40)) : null,
    make && isolated(safeText(make, 40)),
    type && isolated(keyPhrase(type, 40)),
    placeText(facts) ?? 'no position',
    near && nearWords(near),
    timeWords ? `${status} ${timeWords}` : status,
    passengers_max === null ? null : attributes.seats.words(passengers_max),
    ageInWords(age),
    unconfirmedMs === null ? null : 'not confirmed',
  ]
  return parts.filter((part) => part !== null && part !== '').join(', ')
}

/** A status inside a sentence: "out of service", "no status", "status unreadable". */
export function statusInSentence(vehicle: LiveVehicle): string {
  return statusPhrase(reportedStatus(vehicle))
}
