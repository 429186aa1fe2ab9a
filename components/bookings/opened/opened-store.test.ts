import { describe, expect, it } from 'vitest'
import { NO_FILTERS } from '@/components/bookings/table/list-view'
import { LONGEST_DRAFT, NOTHING_OPENED, OpenedStore, type Reader } from './opened-store'
import { openRecord, type ReaderMessage } from './read-source'

function setUp() {
  const readers: (Reader & { sources: Blob[]; isOver: boolean })[] = []
  const store = new OpenedStore(() => {
    const reader = {
      sources: [] as Blob[],
      isOver: false,
      onmessage: null,
      onerror: null,
      postMessage: (source: Blob) => void reader.sources.push(source),
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

const records = [{ id: 'b-1' }, { id: 'b-2' }].map((value, index) => openRecord(JSON.stringify(value), index))
const skipped = [{ line: 3, lastLine: 3, reason: 'expected a value' }]
const done = { kind: 'done', skipped } as const
const malformed = {
  kind: 'malformed',
  reason: 'expected a value',
  offset: 9,
  position: { line: 2, column: 7, before: '', after: '' },
} as const

describe('opened text', () => {
  it('is read in batches, and open after the last', () => {
    const { store, readers, send } = setUp()
    store.openText('[…]')
    expect(store.opened()).toMatchObject({ state: 'reading', read: 0, of: null })
    send({ kind: 'records', records: records.slice(0, 1), of: 2 })
    expect(store.opened()).toMatchObject({ state: 'reading', read: 1, of: 2 })
    send({ kind: 'records', records: records.slice(1), of: 2 })
    send(done)
    expect(store.opened()).toMatchObject({ state: 'open', records })
    expect(readers[0]?.isOver).toBe(true)
  })

  it('names what was skipped, and closing can be undone until it is discarded', () => {
    const { store, send } = setUp()
    store.openText('[…]')
    send({ kind: 'records', records, of: 2 })
    send(done)
    const open = store.opened()
    expect(open).toMatchObject({ state: 'open', skipped })
    store.close()
    expect(store.opened()).toMatchObject({ state: 'none', closed: { records } })
    store.reopen()
    expect(store.opened()).toBe(open)
    store.close()
    store.discard()
    store.reopen()
    expect(store.opened()).toEqual(NOTHING_OPENED)
  })

  it('returns to the field with its fault, at the offset in the field', () => {
    const { store, send } = setUp()
    store.openText('{}\r\n{}\r\nx')
    send({ kind: 'fault', fault: { ...malformed, offset: 8 }, text: '{}\r\n{}\r\nx' })
    expect(store.opened()).toMatchObject({
      state: 'none',
      draft: '{}\n{}\nx',
      fault: { offset: 6 },
      recovered: null,
    })
  })

  it('is kept for saving when it is too long for a text field', () => {
    const { store, send } = setUp()
    const text = 'x'.repeat(LONGEST_DRAFT + 1)
    store.openText(text)
    send({ kind: 'fault', fault: malformed, text })
    const opened = store.opened()
    expect(opened).toMatchObject({ draft: '' })
    expect(opened.state === 'none' && opened.recovered?.blob.size).toBe(text.length)
  })

  it('returns to the field when reading is stopped', () => {
    const { store, readers, send } = setUp()
    store.openText('[1]')
    const [reader] = readers
    store.stop()
    expect(store.opened()).toMatchObject({ state: 'none', draft: '[1]', fault: null })
    expect(reader?.isOver).toBe(true)
    send(done, reader)
    expect(store.opened().state).toBe('none')
  })
})

it('reports a reader that cannot be started, and keeps the text', () => {
  const store = new OpenedStore(() => {
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

it('discards everything at the end of the session', () => {
  const { store, send } = setUp()
  store.openText('[]')
  send({ kind: 'records', records, of: 2 })
  send(done)
  store.discard()
  expect(store.opened()).toEqual(NOTHING_OPENED)
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
