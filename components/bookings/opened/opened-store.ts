import { useSyncExternalStore } from 'react'
import type { ListScope } from '@/components/bookings/booking/source-tabs'
import { AS_OPENED, NEWEST_FIRST, NO_FILTERS } from '@/components/bookings/table/list-view'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { onStorageCleared } from '@/components/layout/storage'
import type { View } from '@/components/map/types'
import type { LeftOut, ReaderMessage, SourceFault } from './read-source'

/** The open source of the bookings page, in memory only. */
export type Opened =
  | {
      readonly state: 'none'
      /** Typed or pasted text that was not opened. */
      readonly draft: string
      readonly fault: SourceFault | null
    }
  /** `of` is null until the records are counted. */
  | {
      readonly state: 'reading'
      readonly name: string
      readonly read: number
      readonly of: number | null
    }
  | OpenedSource

export interface OpenedSource {
  readonly state: 'open'
  readonly name: string
  readonly records: readonly ListedRecord[]
  readonly leftOut: LeftOut
}

export interface Source {
  readonly name: string
  readonly blob: Blob
}

export interface Reader {
  postMessage(source: Blob): void
  onmessage: ((event: MessageEvent<ReaderMessage>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

/** Characters beyond which a text field becomes slow. */
export const LONGEST_DRAFT = 1_000_000

export const NOTHING_OPENED = { state: 'none', draft: '', fault: null } satisfies Opened
const INITIAL_LIST = {
  filters: NO_FILTERS,
  sort: NEWEST_FIRST,
  /** Source of the records, for the way back. */
  scope: 'all' as ListScope,
  selected: null as number | null,
  /** Indices of the rows in the order that they had when the list was scrolled; null while new ones are let in. */
  held: null as readonly number[] | null,
  /** Pixels from the list's top. */
  scrollTop: 0,
  /** Null shows the selected journey, or else all. */
  mapView: null as View | null,
}

/** State of the list, kept while one of its records is shown. */
type ListState = Readonly<typeof INITIAL_LIST>

export function createOpenedStore(start: () => Reader) {
  const listeners = new Set<() => void>()
  let opened: Opened = NOTHING_OPENED
  let list: ListState = INITIAL_LIST
  let reader: Reader | null = null
  let draft = ''

  function notify(): void {
    for (const listener of listeners) listener()
  }

  function show(next: Opened): void {
    opened = next
    notify()
  }

  function stopReader(): void {
    if (!reader) return
    // Messages may still be queued, and a worker terminated while it starts reports an error.
    reader.onmessage = null
    reader.onerror = null
    reader.terminate()
    reader = null
  }

  function fail(fault: SourceFault): void {
    stopReader()
    show({ state: 'none', draft, fault })
  }

  function open({ name, blob }: Source, text = '') {
    stopReader()
    list = { ...INITIAL_LIST, sort: AS_OPENED }
    draft = text.length <= LONGEST_DRAFT ? text : ''
    const records: ListedRecord[] = []
    show({ state: 'reading', name, read: 0, of: null })
    try {
      reader = start()
    } catch {
      return fail({ kind: 'stopped' })
    }
    reader.onerror = () => fail({ kind: 'stopped' })
    reader.onmessage = ({ data: message }) => {
      if (message.kind === 'fault') return fail(message.fault)
      if (message.kind === 'records') {
        for (const record of message.records) records.push(record)
        return show({ state: 'reading', name, read: records.length, of: message.of })
      }
      stopReader()
      show({ state: 'open', name, records, leftOut: message.leftOut })
    }
    reader.postMessage(blob)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    opened: () => opened,
    listState: () => list,
    setListState(change: Partial<ListState>): void {
      // Other filters or another order are another list.
      const held = change.filters || change.sort ? null : list.held
      list = { ...list, held, ...change }
      notify()
    },
    /** Saves it without a render. */
    save(place: Partial<Pick<ListState, 'mapView' | 'scrollTop'>>): void {
      list = { ...list, ...place }
    },
    open,
    openText: (text: string) => open({ name: 'pasted text', blob: new Blob([text]) }, text),
    /** Cancels reading; pasted text returns to the field. */
    stop(): void {
      stopReader()
      show({ ...NOTHING_OPENED, draft })
    },
    close(): void {
      stopReader()
      list = INITIAL_LIST
      draft = ''
      show(NOTHING_OPENED)
    },
  }
}

/** One instance per tab, so that records survive navigation. Never used on the server. */
export const openedStore = createOpenedStore(
  () => new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' }),
)

// Opened records exist in this tab only: the browser asks before they are lost.
openedStore.subscribe(() => {
  if (openedStore.opened().state === 'none') window.removeEventListener('beforeunload', ask)
  else window.addEventListener('beforeunload', ask)
})
// The session has ended: personal data leaves the memory, and no question keeps it on screen.
onStorageCleared(() => openedStore.close())

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

export function useOpened(): Opened {
  return useSyncExternalStore(openedStore.subscribe, openedStore.opened, () => NOTHING_OPENED)
}

export function useListState(): ListState {
  return useSyncExternalStore(openedStore.subscribe, openedStore.listState, openedStore.listState)
}
