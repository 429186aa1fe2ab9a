import { useEffect, useState } from 'react'
import { describeError } from '@/lib/api/client/errors'
import { formatCount } from '@/lib/format/number'
import { isSameStatus } from '@/lib/interface/statuses'
import type { LiveArea, LiveState } from '@/lib/live/client/live-area'
import { describeOnPage, useLiveData } from './page-data'
import { useAddress } from './view/address'

export function LiveRegion() {
  const state = usePageState()
  const [announcer] = useState(() => new Announcer())
  const [text, setText] = useState('')
  useEffect(() => {
    const next = announcer.update(state, Date.now())
    if (next !== null) setText(next)
  }, [announcer, state])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}

function usePageState() {
  const data = useLiveData()
  const { live, rows, selection } = data.view
  const { search, selectedId, filters } = useAddress()
  return {
    area: live.area,
    connection: live.connection,
    // Nothing of the past is new.
    isLoading: live.progress !== null || live.replay !== null,
    failure: live.area && failureInWords(live),
    /** New objects whenever they change. */
    search,
    filters,
    shown: rows.length,
    selected:
      selectedId === null
        ? null
        : {
            id: selectedId,
            text: describeOnPage(data, selectedId),
            isListed: live.replay !== null || (selection?.isListed ?? false),
            // Of one of the past, it is no change.
            status: live.replay ? undefined : (selection?.vehicle.status ?? null),
          },
  }
}

function failureInWords({ error, isTakingOver }: LiveState): string | null {
  if (error) return describeError(error).title
  return isTakingOver ? 'Another server is taking over' : null
}

const CHANGES_INTERVAL_MS = 15_000

/** The text of a selected vehicle is not replaced by counts for this long. */
const SELECTION_KEPT_MS = 4_000

export type PageState = ReturnType<typeof usePageState>

type Connection = LiveState['connection']

// Connecting, and a hidden tab, are not announced.
const connections: Partial<Record<Connection, string>> = {
  live: 'Live again',
  paused: 'Paused',
  interrupted: 'Connection to Kerbside lost',
}

export class Announcer {
  #announced: LiveArea | null = null
  #announcedAtMs = Number.NEGATIVE_INFINITY
  #selectedAtMs = Number.NEGATIVE_INFINITY
  #state: PageState | null = null
  #connection: Connection | null = null

  update(state: PageState, nowMs: number): string | null {
    const before = this.#state
    this.#state = state
    if (before?.search !== state.search) {
      // Differences from the list of another search mean nothing.
      this.#announced = null
      this.#announcedAtMs = Number.NEGATIVE_INFINITY
    }
    const selection = before && selectionChange(before, state)
    if (selection !== null) this.#selectedAtMs = nowMs
    const texts = [
      selection,
      this.#connectionChange(before, state),
      before && filterChange(before, state),
      this.#vehicleChange(state, nowMs),
    ].filter((text) => text !== null)
    return texts.length > 0 ? texts.join('. ') : null
  }

  #connectionChange(before: PageState | null, { connection, failure }: PageState): string | null {
    const words = connections[connection]
    const hasChanged =
      words !== undefined && this.#connection !== null && connection !== this.#connection
    if (words !== undefined) this.#connection = connection
    if (before && failure !== before.failure)
      return failure ?? (connection === 'replay' ? null : 'Live again')
    return hasChanged ? words : null
  }

  #vehicleChange({ area, isLoading, shown }: PageState, nowMs: number): string | null {
    if (!area || isLoading || area === this.#announced) return null
    if (
      nowMs - this.#announcedAtMs < CHANGES_INTERVAL_MS ||
      nowMs - this.#selectedAtMs < SELECTION_KEPT_MS
    )
      return null
    const before = this.#announced
    const { came, left } = before ? differenceOf(before, area) : { came: 0, left: 0 }
    if (before && came === 0 && left === 0) return null
    this.#announced = area
    this.#announcedAtMs = nowMs
    const changes = [
      came > 0 ? `${formatCount(came)} new ${came === 1 ? 'vehicle' : 'vehicles'}` : null,
      left > 0 ? `${formatCount(left)} no longer here` : null,
      `${formatCount(shown)} shown`,
    ]
    return changes.filter((text) => text !== null).join(', ')
  }
}

function selectionChange(before: PageState, { selected }: PageState): string | null {
  if (selected === null) return null
  const hasChanged =
    selected.id !== before.selected?.id ||
    selected.isListed !== before.selected.isListed ||
    (selected.status !== undefined &&
      before.selected.status !== undefined &&
      !isSameStatus(selected.status, before.selected.status))
  return hasChanged ? selected.text : null
}

function filterChange(before: PageState, { area, filters, shown }: PageState): string | null {
  if (!area || filters === before.filters || shown === before.shown) return null
  return `${formatCount(shown)} of ${formatCount(area.table.size)} shown`
}

function differenceOf(before: LiveArea, after: LiveArea): { came: number; left: number } {
  let stayed = 0
  for (const id of after.table.ids()) if (before.table.has(id)) stayed++
  return { came: after.table.size - stayed, left: before.table.size - stayed }
}
