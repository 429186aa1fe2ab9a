import { expect, it } from 'vitest'
import { NO_FILTERS } from '@/components/bookings/table/list-view'
import { readListedRecord } from '@/components/bookings/table/listed-record'
import { createOpenedStore, NOTHING_OPENED, type Reader } from './opened-store'
import type { ReaderMessage } from './read-source'

function setUp() {
  const readers: (Reader & { isOver: boolean })[] = []
  const store = createOpenedStore(() => {
    const reader = {
      ...{ isOver: false, onmessage: null, onerror: null, postMessage: () => undefined },
      terminate: () => {
        reader.isOver = true
      },
    }
    readers.push(reader)
    return reader
  })
  const send = (message: ReaderMessage, reader = readers.at(-1)) =>
    reader?.onmessage?.({ data: message } as MessageEvent<ReaderMessage>)
  return { store, readers, send }
}

const records = ['b-1', 'b-2'].map((id, index) => readListedRecord({ id }, { index }))
const leftOut = { lines: [3], values: 1 }
const done = { kind: 'done', leftOut } as const
const malformed = { kind: 'malformed', line: 2, column: 7 } as const

it('an opened text is read in batches, and open after the last; closed, as at the end of the session, nothing is kept', () => {
  const { store, readers, send } = setUp()
  store.openText('[…]')
  expect(store.opened()).toMatchObject({ state: 'reading', read: 0, of: null })
  send({ kind: 'records', records: records.slice(0, 1), of: 2 })
  expect(store.opened()).toMatchObject({ state: 'reading', read: 1, of: 2 })
  send({ kind: 'records', records: records.slice(1), of: 2 })
  send(done)
  expect(store.opened()).toMatchObject({ state: 'open', records, leftOut })
  expect(readers[0]?.isOver).toBe(true)
  store.close()
  expect(store.opened()).toEqual(NOTHING_OPENED)
})

it('an opened text returns to the field with its fault', () => {
  const { store, send } = setUp()
  store.openText('{}\n{}\nx')
  send({ kind: 'fault', fault: malformed })
  expect(store.opened()).toEqual({ state: 'none', draft: '{}\n{}\nx', fault: malformed })
})

it('an opened text returns to the field when reading is stopped', () => {
  const { store, readers, send } = setUp()
  store.openText('[1]')
  const [reader] = readers
  store.stop()
  expect(store.opened()).toMatchObject({ state: 'none', draft: '[1]', fault: null })
  expect(reader?.isOver).toBe(true)
  send(done, reader)
  expect(store.opened().state).toBe('none')
})

it('reports a reader that cannot be started, and keeps the text', () => {
  const store = createOpenedStore(() => {
    throw new Error('no workers here')
  })
  store.openText('{}')
  expect(store.opened()).toMatchObject({ state: 'none', draft: '{}', fault: { kind: 'stopped' } })
})

it('ignores a reader that was replaced', () => {
  const { store, readers, send } = setUp()
  store.openText('[1]')
  const failing = readers[0]?.onerror
  store.openText('[2]')
  readers[0]?.onerror?.({} as ErrorEvent)
  expect([failing === null, readers[0]?.onerror]).toEqual([false, null])
  send({ kind: 'records', records, of: 2 })
  send(done)
  expect(store.opened()).toMatchObject({ state: 'open', records })
})

it('resets the list state for another source', () => {
  const { store, send } = setUp()
  store.openText('[]')
  send({ kind: 'records', records, of: 2 })
  send(done)
  store.setListState({ selected: 1, filters: { ...NO_FILTERS, text: 'x' } })
  store.openText('[]')
  expect(store.listState()).toMatchObject({ selected: null, filters: NO_FILTERS, scrollTop: 0 })
})

it('lets new rows in with other filters or another order, and not with a selection', () => {
  const { store } = setUp()
  store.setListState({ held: [2, 1] })
  store.setListState({ selected: 1 })
  expect(store.listState().held).toEqual([2, 1])
  store.setListState({ sort: { by: 'status', descending: false } })
  expect(store.listState()).toMatchObject({ held: null, selected: 1 })
  store.setListState({ held: [1] })
  store.setListState({ filters: { ...NO_FILTERS, text: 'x' } })
  expect(store.listState().held).toBeNull()
})
