import { AS_OPENED, type ListView } from '@/components/bookings/table/list-view'
import type { View } from '@/components/map/types'
import type { ReadingNews } from './read-source'
import type { OpenedRecord, SourceFault } from './records'

/** What is open on the page of bookings. It lives in this page's memory alone, and goes with it. */
export type Opened =
  | {
      readonly state: 'none'
      /** What was typed or pasted, or what a faulty source held, to be corrected. */
      readonly draft: string
      readonly fault: SourceFault | null
      /** A faulty text that is too long to be corrected here. */
      readonly kept: Source | null
    }
  | { readonly state: 'reading'; readonly name: string; readonly read: number; readonly of: number | null }
  | { readonly state: 'open'; readonly name: string; readonly records: readonly OpenedRecord[] }

export interface Source {
  readonly name: string
  readonly blob: Blob
}

/** How the opened records are looked at; it outlives the visit of one of them. */
export interface Look extends ListView {
  readonly selected: number | null
  /** Pixels from the list's top. */
  readonly scrollTop: number
  /** Null shows all journeys. */
  readonly mapView: View | null
}

/** What of a worker is used here. */
export interface Reader {
  postMessage(source: Blob): void
  onmessage: ((event: MessageEvent<ReadingNews>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

/** A text field becomes slow with more than this. */
export const LONGEST_DRAFT = 1_000_000

export const NOTHING_OPENED = { state: 'none', draft: '', fault: null, kept: null } satisfies Opened
const FIRST_LOOK: Look = { ...AS_OPENED, selected: null, scrollTop: 0, mapView: null }

/** Records read beside the page, and how they are looked at. */
export class OpenedStore {
  readonly #start: () => Reader
  readonly #listeners = new Set<() => void>()
  #opened: Opened = NOTHING_OPENED
  #look: Look = FIRST_LOOK
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
  readonly look = (): Look => this.#look

  setLook(change: Partial<Look>): void {
    this.#look = { ...this.#look, ...change }
    this.#tell()
  }

  /** For the next visit; nothing is drawn anew for it. */
  keepMapView(mapView: View): void {
    this.#look = { ...this.#look, mapView }
  }

  /** As keepMapView, in pixels from the list's top. */
  keepScroll(scrollTop: number): void {
    this.#look = { ...this.#look, scrollTop }
  }

  openText(text: string): void {
    this.open({ name: 'Pasted text', blob: new Blob([text]) }, text)
  }

  /** Reads a source; what was open before goes. */
  open(source: Source, draft = ''): void {
    this.#stopReader()
    this.#look = FIRST_LOOK
    this.#draft = draft.length <= LONGEST_DRAFT ? draft : ''
    const records: OpenedRecord[] = []
    const fail = (fault: SourceFault, text: string | null) => {
      this.#stopReader()
      const kept = withNewlines(text ?? draft)
      const isShort = kept.length > 0 && kept.length <= LONGEST_DRAFT
      this.#set({
        state: 'none',
        fault:
          text !== null && 'offset' in fault
            ? { ...fault, offset: withNewlines(text.slice(0, fault.offset)).length }
            : fault,
        draft: isShort ? kept : '',
        // A file is still where it came from.
        kept: isShort || source.blob instanceof File ? null : source,
      })
    }
    this.#set({ state: 'reading', name: source.name, read: 0, of: null })
    try {
      this.#reader = this.#start()
    } catch {
      fail({ kind: 'stopped' }, null)
      return
    }
    this.#reader.onerror = () => fail({ kind: 'stopped' }, null)
    this.#reader.onmessage = ({ data: news }) => {
      if (news.kind === 'fault') fail(news.fault, news.text)
      else if (news.kind === 'records') {
        for (const record of news.records) records.push(record)
        this.#set({ state: 'reading', name: source.name, read: records.length, of: news.of })
      } else {
        this.#stopReader()
        this.#set({ state: 'open', name: source.name, records })
      }
    }
    this.#reader.postMessage(source.blob)
  }

  /** Gives a reading up; the text that was pasted stays. */
  stop(): void {
    this.#stopReader()
    this.#set({ ...NOTHING_OPENED, draft: this.#draft })
  }

  /** Forgets all that was opened. */
  close(): void {
    this.#stopReader()
    this.#look = FIRST_LOOK
    this.#set(NOTHING_OPENED)
  }

  #stopReader(): void {
    if (!this.#reader) return
    // What it has told already may still be on its way, and one that is ended while it starts reports an error.
    this.#reader.onmessage = null
    this.#reader.onerror = null
    this.#reader.terminate()
    this.#reader = null
  }

  #set(opened: Opened): void {
    this.#opened = opened
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** With line breaks as a text field has them, so that a place in one is the same place in the other. */
function withNewlines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
