import { useState } from 'react'
import type { DepartureReason, LiveVehicle } from '@/lib/api/contract/live'
import { keyPhrase } from '@/lib/format/key-words'
import { statusChangePhrase, statusWords } from '@/lib/format/status/status-words'
import { isolated, safeText } from '@/lib/format/text'
import type { Reading } from '@/lib/format/time/age'
import type { Position } from '@/lib/interface/resources'
import { isSameStatus, reportedStatus } from '@/lib/interface/statuses'
import type { DepartedVehicle, LiveArea, LiveState } from '@/lib/live/client/live-area'

export interface Selection extends Reading {
  readonly vehicle: LiveVehicle
  /** Null while it is among the results. */
  readonly departed: DepartedVehicle | null
  /** False for last known data: it left, or another area is searched. */
  readonly isListed: boolean
  /** When its data arrived, on this browser's clock. */
  readonly receivedAtMs: number
}

/**
 * @param before kept once a departed vehicle is dropped.
 * @returns null for a vehicle that was never loaded here
 */
export function findSelection(
  id: string | null,
  area: LiveArea | null,
  before: Selection | null,
): Selection | null {
  if (id === null) return null
  const record = area?.table.get(id)
  if (area && record) return { ...timesOf(area), vehicle: record, departed: null, isListed: true }
  const departed = area?.departed.find((one) => one.record.id === id)
  const known = before?.vehicle.id === id ? before : null
  if (area && departed)
    return { ...(known ?? timesOf(area)), vehicle: departed.record, departed, isListed: false }
  return known?.isListed ? { ...known, isListed: false } : known
}

export function lastPosition(selection: Selection | null): Position | null {
  return selection?.vehicle.position ?? null
}

function timesOf({ fetchedAtMs, receivedAtMs, mtimeServes }: LiveArea) {
  return { fetchedAtMs, receivedAtMs, mtimeServes }
}

const reasons: Record<DepartureReason, string> = {
  'left-area': 'left the area',
  'status-changed': 'status changed',
  'type-changed': 'type changed',
  'not-found': 'no longer known to the service',
  'not-answered': 'no answer from the service',
  'not-listed': 'still exists, but not listed',
}

/** "status changed to busy"; a general text when the reason is not known. */
export function departureInWords({ reason, now }: Pick<DepartedVehicle, 'reason' | 'now'>): string {
  if (reason === null) return 'no longer in the results'
  let changed: string | null | undefined = null
  if (reason === 'status-changed') changed = now?.status
  if (reason === 'type-changed') changed = now?.type
  return changed ? `${reasons[reason]} to ${isolated(keyPhrase(changed, 40))}` : reasons[reason]
}

export interface StatusChange {
  readonly id: string
  /** As of `reportedStatus`. */
  readonly from: string | null
  readonly to: string | null
  /** This browser's clock. */
  readonly atMs: number
}

export function statusChangeInWords({ from, to }: StatusChange): string {
  return `Changed from ${statusWords(from)} to ${statusWords(to)}`
}

export function statusChangeOf(name: string, { to }: Pick<StatusChange, 'to'>): string {
  return `${isolated(safeText(name, 40))} ${statusChangePhrase(to)}`
}

interface SelectionOfList {
  readonly id: string | null
  readonly area: LiveArea | null
  /** Null for the present. */
  readonly jumps: number | null
  readonly selection: Selection | null
}

/** The selected vehicle with its last known data, also after it has left. */
export function useSelection(id: string | null, { area, replay }: LiveState): Selection | null {
  const jumps = replay ? replay.jumps : null
  const [last, setLast] = useState<SelectionOfList>(() => {
    return { id, area, jumps, selection: findSelection(id, area, null) }
  })
  if (last.id === id && last.area === area && last.jumps === jumps) return last.selection
  // A selection from before a jump, or from the present, is not known there.
  const before = last.jumps === jumps ? last.selection : null
  const selection = findSelection(id, area, before)
  setLast({ id, area, jumps, selection })
  return selection
}

interface SeenStatus {
  readonly id: string | null
  readonly status: string | null
  readonly change: StatusChange | null
}

/** The last change of the selected vehicle's status since it was selected. */
export function useStatusChange(selection: Selection | null): StatusChange | null {
  const id = selection?.vehicle.id ?? null
  const status = selection && reportedStatus(selection.vehicle)
  const [seen, setSeen] = useState<SeenStatus>({ id, status, change: null })
  if (!selection || seen.id !== id) {
    if (seen.id !== id) setSeen({ id, status, change: null })
    return null
  }
  if (seen.status === status) return seen.change
  const isChange = !isSameStatus(seen.status, status)
  const change = isChange ? statusChange(selection, seen.status) : seen.change
  setSeen({ id, status, change })
  return change
}

function statusChange(selection: Selection, from: string | null): StatusChange {
  const { vehicle, receivedAtMs } = selection
  return { id: vehicle.id, from, to: reportedStatus(vehicle), atMs: receivedAtMs }
}
