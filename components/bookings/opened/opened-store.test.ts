import { expect, it } from 'vitest'
import { NO_ADDRESS_FILTERS } from '@/components/bookings/table/list-view'
import { readListedRecord } from '@/components/bookings/table/listed-record'
import { createOpenedStore, NOTHING_OPENED, type Reader } from './opened-store'
import type { ReaderMessage } from './read-source'

function setUp() {
  const readers: (Reader & { isOver: boolean })[] = []
  const store = createOpenedStore(() => {
    const reader = {
      isOver: false,
      onmessage: null,
      onerror: null,
      postMessage: () => undefined,
      terminate: () => {
        reader.isOver = true
      },
    }
    readers.push(reader)
    return reader
  })
  const send = (message: ReaderMessage, reader = readers.at(-1)) =>
    reader?.onmessage?.({ data: message } as MessageEvent<ReaderMessage>)
  const openText = (text: string) => openTextIn(store, text)
  const opened = () => store.store.getState().opened
  return { store, readers, send, openText, opened }
}

function openTextIn(store: ReturnType<typeof createOpenedStore>, text: string): void {
  store.open({ name: 'pasted text', blob: new Blob([text]) }, text)
}

const records = ['b-1', 'b-2'].map((id, index) => readListedRecord({ id }, { index }))
const leftOut = { lines: [3], values: 1 }
const done = { kind: 'done', leftOut } as const
const malformed = { kind: 'malformed', line: 2, column: 7 } as const

it('an opened text is read in batches, and open after the last; closed, as at the end of the session, nothing is kept', () => {
  const { store, readers, send, openText, opened } = setUp()
  openText('[…]')
  expect(opened()).toMatchObject({ state: 'reading', read: 0, of: null })
  send({ kind: 'records', records: records.slice(0, 1), of: 2 })
  expect(opened()).toMatchObject({ state: 'reading', read: 1, of: 2 })
  send({ kind: 'records', records: records.slice(1), of: 2 })
  send(done)
  expect(opened()).toMatchObject({ state: 'open', records, leftOut })
  expect(readers[0]?.isOver).toBe(true)
  store.close()
  expect(opened()).toEqual(NOTHING_OPENED)
})

it('an opened text returns to the field with its fault', () => {
  const { send, openText, opened } = setUp()
  openText('{}\n{}\nx')
  send({ kind: 'fault', fault: malformed })
  expect(opened()).toEqual({ state: 'none', draft: '{}\n{}\nx', fault: malformed })
})

it('an opened text returns to the field when reading is stopped', () => {
  const { store, readers, send, openText, opened } = setUp()
  openText('[1]')
  const [reader] = readers
  store.stop()
  expect(opened()).toMatchObject({ state: 'none', draft: '[1]', fault: null })
  expect(reader?.isOver).toBe(true)
  send(done, reader)
  expect(opened().state).toBe('none')
})

it('reports a reader that cannot be started, and keeps the text', () => {
  const store = createOpenedStore(() => {
    throw new Error('no workers here')
  })
  openTextIn(store, '{}')
  expect(store.store.getState().opened).toMatchObject({
    state: 'none',
    draft: '{}',
    fault: { kind: 'stopped' },
  })
})

it('ignores a reader that was replaced', () => {
  const { readers, send, openText, opened } = setUp()
  openText('[1]')
  const failing = readers[0]?.onerror
  openText('[2]')
  readers[0]?.onerror?.({} as ErrorEvent)
  expect([failing === null, readers[0]?.onerror]).toEqual([false, null])
  send({ kind: 'records', records, of: 2 })
  send(done)
  expect(opened()).toMatchObject({ state: 'open', records })
})

it('resets the list state for another source', () => {
  const { store, send, openText } = setUp()
  openText('[]')
  send({ kind: 'records', records, of: 2 })
  send(done)
  store.setList({
    selected: 1,
    text: 'x',
    openedFilters: { ...NO_ADDRESS_FILTERS, status: 'done' },
  })
  openText('[]')
  expect(store.list()).toMatchObject({
    selected: null,
    text: '',
    openedFilters: NO_ADDRESS_FILTERS,
    scrollTop: 0,
  })
})
