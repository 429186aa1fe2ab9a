import type { AlertRule } from '@/lib/api/contract/alerts'
import { type AreaSearch, reportedAt } from '@/lib/api/contract/live'
import { distanceMetres } from '@/lib/interface/geometry'
import { haveSameStatus, reportedStatus } from '@/lib/interface/statuses'
import {
  type Cause,
  hasStatus,
  isOverLimit,
  limitMs,
  NO_FACTS,
  type ObservedWatched,
  type RuleContext,
  type WatchedReport,
} from './observation'

/** A change of status, or that a vehicle left, is news for this long. */
export const NEWS_MS = 15 * 60_000

type StatusRule = 'watched-free' | 'watched-status'

/** A watched vehicle as it was last observed. */
interface Seen {
  readonly firstSeenMs: number
  readonly report: WatchedReport
  /** Whether it was last seen in the home area, listed or not; null where that is not known. */
  readonly isHome: boolean | null
  /** When its status changed, and to what class; null for no news. */
  readonly changed: { readonly rule: StatusRule; readonly atMs: number } | null
  readonly leftAtMs: number | null
  /** Since when the service does not know it. */
  readonly goneSinceMs: number | null
}

/** The home area as the rules about watched vehicles need it. */
export interface HomeList {
  readonly search: AreaSearch
  /** The vehicles that it lists. */
  readonly ids: ReadonlySet<string>
}

/** Rules about watched vehicles, wherever they are. */
export function createWatchedRules() {
  let seen = new Map<string, Seen>()

  function next(
    vehicle: ObservedWatched,
    report: WatchedReport,
    home: HomeList | null,
    context: RuleContext,
    nowMs: number,
  ): Seen {
    const { id } = vehicle
    const before = seen.get(id)
    // The list and the status of a vehicle are not read at the same time.
    if (before && report.readAtMs < before.report.readAtMs) report = before.report
    const isHome = home ? isInHome(id, report, home) : null
    return {
      firstSeenMs: before?.firstSeenMs ?? nowMs,
      report,
      isHome: isHome ?? before?.isHome ?? null,
      changed: changeOf(id, report, before, context, nowMs),
      leftAtMs: report.isKnown ? leftAtMs(id, isHome, before, context, nowMs) : null,
      goneSinceMs: report.isKnown
        ? null
        : (before?.goneSinceMs ?? context.openOf('watched-gone', id)?.sinceMs ?? report.readAtMs),
    }
  }

  return {
    /** @param home null before its first list */
    *causes(
      vehicles: readonly ObservedWatched[],
      home: HomeList | null,
      mtimeServes: boolean,
      context: RuleContext,
      nowMs: number,
    ): Generator<Cause> {
      const isOn = (rule: AlertRule) => context.settingOf(rule).isOn
      const listed = new Map<string, Seen>()
      for (const vehicle of vehicles) {
        if (!vehicle.report) continue
        const isHome = home ? home.ids.has(vehicle.id) : null
        const state = next(vehicle, vehicle.report, home, context, nowMs)
        listed.set(vehicle.id, state)
        const { report, changed, leftAtMs, goneSinceMs } = state
        if (changed && isOn(changed.rule)) yield causeOf(changed.rule, vehicle, state, changed.atMs)
        if (leftAtMs !== null && isOn('watched-left'))
          yield causeOf('watched-left', vehicle, state, leftAtMs)
        if (goneSinceMs !== null && isOn('watched-gone'))
          yield causeOf('watched-gone', vehicle, state, goneSinceMs)
        // One in the home area is silent by its list.
        if (isHome || !report.isKnown) continue
        const sinceMs = reportedAt(report, { mtimeServes })
        const silent = { sinceMs, nowMs: report.readAtMs, firstSeenMs: state.firstSeenMs }
        const limit = limitMs(context, 'silent')
        if (isOverLimit(silent, limit, () => context.openOf('silent', vehicle.id)))
          yield causeOf('silent', vehicle, state, sinceMs)
        const open = mtimeServes ? undefined : context.openOf('silent', vehicle.id)
        if (open && limit !== null) yield { ...open, owners: vehicle.owners }
      }
      seen = listed
    },
    /** The home area is another: a vehicle outside of it has not left it. */
    forgetHome(): void {
      seen = new Map([...seen].map(([id, state]) => [id, { ...state, isHome: null }]))
    },
    reset(): void {
      seen = new Map()
    },
  }
}

function changeOf(
  id: string,
  report: WatchedReport,
  before: Seen | undefined,
  { classOf, openOf }: RuleContext,
  nowMs: number,
): Seen['changed'] {
  if (!report.isKnown) return null
  const status = reportedStatus(report)
  const { readAtMs, statusSinceMs } = report
  const isFree = classOf(status) === 'free'
  const wasFree = before !== undefined && classOf(before.report.status) === 'free'
  const rule = isFree && !wasFree ? 'watched-free' : 'watched-status'
  if (!before) {
    // The list of reports has seen a change that this engine has not.
    const open = openOf(rule, id)
    const atMs = hasStatus(open, status) ? open.sinceMs : (statusSinceMs ?? null)
    return atMs === null ? null : whileNews({ rule, atMs }, nowMs)
  }
  if (haveSameStatus(before.report, report)) return whileNews(before.changed, nowMs)
  return { rule, atMs: statusSinceMs ?? readAtMs }
}

function whileNews(changed: Seen['changed'], nowMs: number): Seen['changed'] {
  return changed && nowMs - changed.atMs < NEWS_MS ? changed : null
}

/** @returns null for one that is not listed, and not reported to be outside */
function isInHome(id: string, { position }: WatchedReport, home: HomeList): boolean | null {
  if (home.ids.has(id)) return true
  if (!position) return null
  const { search } = home
  return distanceMetres(search.position, position) > search.radius ? false : null
}

function leftAtMs(
  id: string,
  isHome: boolean | null,
  before: Seen | undefined,
  { openOf }: RuleContext,
  nowMs: number,
): number | null {
  if (isHome) return null
  const leftNow = before?.isHome === true && isHome === false ? nowMs : null
  const atMs = before ? (before.leftAtMs ?? leftNow) : (openOf('watched-left', id)?.sinceMs ?? null)
  return atMs !== null && nowMs - atMs < NEWS_MS ? atMs : null
}

function causeOf(
  rule: AlertRule,
  { id, our_ref, licence_plate, owners }: ObservedWatched,
  { report }: Seen,
  sinceMs: number,
): Cause {
  return {
    ...NO_FACTS,
    rule,
    subject: id,
    sinceMs,
    owners,
    detail: reportedStatus(report),
    vehicle: { id, our_ref, licence_plate, position: report.position },
  }
}
