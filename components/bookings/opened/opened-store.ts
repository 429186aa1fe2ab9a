import { createStore, useStore } from 'zustand'
import {
  type AddressFilters,
  type HeldRows,
  NO_ADDRESS_FILTERS,
  usualSort,
} from '@/components/bookings/table/list-view'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { onStorageCleared } from '@/components/layout/storage'
import type { View } from '@/components/map/types'
import type { Sort } from '@/components/ui/data-table'
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

/** State of the list, kept while one of its records is shown. */
interface ListState {
  /** Words that are searched for. */
  readonly text: string
  /** Filters while records are open; those of arrived bookings are in the address. */
  readonly openedFilters: AddressFilters
  /** Null for the usual order of the records that are listed. */
  readonly sort: Sort | null
  readonly selected: number | null
  /** Null while new rows are let in. */
  readonly held: HeldRows | null
  /** Pixels from the list's top. */
  readonly scrollTop: number
  /** Null shows the selected journey, or else all. */
  readonly mapView: View | null
}

const INITIAL_LIST: ListState = {
  text: '',
  openedFilters: NO_ADDRESS_FILTERS,
  sort: null,
  selected: null,
  held: null,
  scrollTop: 0,
  mapView: null,
}

interface State {
  readonly opened: Opened
  readonly list: ListState
}

/** @param startReader starts a worker that reads a source */
export function createOpenedStore(startReader: () => Reader) {
  const store = createStore<State>(() => ({ opened: NOTHING_OPENED, list: INITIAL_LIST }))
  let reader: Reader | null = null
  let draft = ''

  function show(opened: Opened): void {
    store.setState({ opened })
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

  /** @param text of the source where it was typed or pasted: a fault returns it to the field */
  function open({ name, blob }: Source, text = ''): void {
    stopReader()
    draft = text.length <= LONGEST_DRAFT ? text : ''
    const records: ListedRecord[] = []
    store.setState({
      opened: { state: 'reading', name, read: 0, of: null },
      list: INITIAL_LIST,
    })
    try {
      reader = startReader()
    } catch {
      fail({ kind: 'stopped' })
      return
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
    store,
    list: () => store.getState().list,
    open,
    setList(change: Partial<ListState>): void {
      store.setState(({ list }) => ({ list: { ...list, ...change } }))
    },
    /** Cancels reading; pasted text returns to the field. */
    stop(): void {
      stopReader()
      show({ ...NOTHING_OPENED, draft })
    },
    close(): void {
      stopReader()
      draft = ''
      store.setState({ opened: NOTHING_OPENED, list: INITIAL_LIST })
    },
  }
}

/** One instance per tab, so that records survive navigation. Never used on the server. */
export const openedStore = createOpenedStore(
  () => new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' }),
)

// Opened records exist in this tab only: the browser asks before they are lost.
openedStore.store.subscribe(({ opened }) => {
  if (opened.state === 'none') window.removeEventListener('beforeunload', askBeforeUnload)
  else window.addEventListener('beforeunload', askBeforeUnload)
})
// The session has ended: personal data leaves the memory, and no question keeps it on screen.
onStorageCleared(() => openedStore.close())

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

export function useOpened(): Opened {
  return useStore(openedStore.store, ({ opened }) => opened)
}

export function useSort(records: readonly ListedRecord[]): Sort {
  return useListState((list) => list.sort) ?? usualSort(records)
}

export function useListState<T>(select: (list: ListState) => T): T {
  return useStore(openedStore.store, ({ list }) => select(list))
}
