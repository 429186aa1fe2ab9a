'use client'

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
  | { readonly state: 'reading'; readonly name: string; readonly read: number; readonly of: number | null }
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

export class OpenedStore {
  readonly #start: () => Reader
  readonly #listeners = new Set<() => void>()
  #opened: Opened = NOTHING_OPENED
  #list: ListState = INITIAL_LIST
  #reader: Reader | null = null
  #draft = ''

  constructor(start: () => Reader) {
    this.#start = start
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly opened = (): Opened => this.#opened
  readonly listState = (): ListState => this.#list

  setListState(change: Partial<ListState>): void {
    // Other filters or another order are another list.
    const held = change.filters || change.sort ? null : this.#list.held
    this.#list = { ...this.#list, held, ...change }
    this.#notify()
  }

  /** Saves it without a render. */
  save(place: Partial<Pick<ListState, 'mapView' | 'scrollTop'>>): void {
    this.#list = { ...this.#list, ...place }
  }

  openText(text: string): void {
    this.open({ name: 'pasted text', blob: new Blob([text]) }, text)
  }

  open(source: Source, draft = ''): void {
    this.#stopReader()
    this.#list = { ...INITIAL_LIST, sort: AS_OPENED }
    this.#draft = draft.length <= LONGEST_DRAFT ? draft : ''
    const records: ListedRecord[] = []
    const fail = (fault: SourceFault) => {
      this.#stopReader()
      this.#set({ state: 'none', draft: this.#draft, fault })
    }
    this.#set({ state: 'reading', name: source.name, read: 0, of: null })
    try {
      this.#reader = this.#start()
    } catch {
      fail({ kind: 'stopped' })
      return
    }
    this.#reader.onerror = () => fail({ kind: 'stopped' })
    this.#reader.onmessage = ({ data: message }) => {
      if (message.kind === 'fault') fail(message.fault)
      else if (message.kind === 'records') {
        for (const record of message.records) records.push(record)
        this.#set({ state: 'reading', name: source.name, read: records.length, of: message.of })
      } else {
        this.#stopReader()
        this.#set({ state: 'open', name: source.name, records, leftOut: message.leftOut })
      }
    }
    this.#reader.postMessage(source.blob)
  }

  /** Cancels reading; pasted text returns to the field. */
  stop(): void {
    this.#stopReader()
    this.#set({ ...NOTHING_OPENED, draft: this.#draft })
  }

  close(): void {
    this.#stopReader()
    this.#list = INITIAL_LIST
    this.#draft = ''
    this.#set(NOTHING_OPENED)
  }

  #stopReader(): void {
    if (!this.#reader) return
    // Messages may still be queued, and a worker terminated while it starts reports an error.
    this.#reader.onmessage = null
    this.#reader.onerror = null
    this.#reader.terminate()
    this.#reader = null
  }

  #set(opened: Opened): void {
    this.#opened = opened
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** One instance per tab, so that records survive navigation. Never used on the server. */
export const openedStore = new OpenedStore(
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
