import { describe, expect, it } from 'vitest'
import { NO_FILTERS } from '@/components/bookings/table/list-view'
import { LONGEST_DRAFT, OpenedStore, type Reader } from './opened-store'
import { openRecord, type ReadingNews } from './read-source'

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
  const tell = (news: ReadingNews, reader = readers.at(-1)) =>
    reader?.onmessage?.({ data: news } as MessageEvent<ReadingNews>)
  return { store, readers, tell }
}

const records = [{ id: 'b-1' }, { id: 'b-2' }].map((value, index) => openRecord(JSON.stringify(value), index))
const malformed = {
  kind: 'malformed',
  reason: 'a value is expected here',
  offset: 9,
  place: { line: 2, column: 7, before: '', after: '' },
} as const

describe('a text that is opened', () => {
  it('is read in batches, and is open when all are there', () => {
    const { store, readers, tell } = setUp()
    store.openText('[…]')
    expect(store.opened()).toMatchObject({ state: 'reading', read: 0, of: null })
    tell({ kind: 'records', records: records.slice(0, 1), of: 2 })
    expect(store.opened()).toMatchObject({ state: 'reading', read: 1, of: 2 })
    tell({ kind: 'records', records: records.slice(1), of: 2 })
    tell({ kind: 'done' })
    expect(store.opened()).toMatchObject({ state: 'open', records })
    expect(readers[0]?.isOver).toBe(true)
  })

  it('comes back with its fault, at the place a text field has for it', () => {
    const { store, tell } = setUp()
    store.openText('{}\r\n{}\r\nx')
    tell({ kind: 'fault', fault: { ...malformed, offset: 8 }, text: '{}\r\n{}\r\nx' })
    expect(store.opened()).toMatchObject({
      state: 'none',
      draft: '{}\n{}\nx',
      fault: { offset: 6 },
      kept: null,
    })
  })

  it('is kept aside when it is too long to be corrected in a text field', () => {
    const { store, tell } = setUp()
    const text = 'x'.repeat(LONGEST_DRAFT + 1)
    store.openText(text)
    tell({ kind: 'fault', fault: malformed, text })
    const opened = store.opened()
    expect(opened).toMatchObject({ draft: '' })
    expect(opened.state === 'none' && opened.kept?.blob.size).toBe(text.length)
  })

  it('comes back when its reading is stopped', () => {
    const { store, readers, tell } = setUp()
    store.openText('[1]')
    const [reader] = readers
    store.stop()
    expect(store.opened()).toMatchObject({ state: 'none', draft: '[1]', fault: null })
    expect(reader?.isOver).toBe(true)
    tell({ kind: 'done' }, reader)
    expect(store.opened().state).toBe('none')
  })
})

it('a reader that cannot be started is a fault, and the text stays', () => {
  const store = new OpenedStore(() => {
    throw new Error('no workers here')
  })
  store.openText('{}')
  expect(store.opened()).toMatchObject({ state: 'none', draft: '{}', fault: { kind: 'stopped' } })
})

it('what becomes of a reading that another took the place of is of no interest', () => {
  const { store, readers, tell } = setUp()
  store.openText('[1]')
  const failing = readers[0]?.onerror
  store.openText('[2]')
  readers[0]?.onerror?.({} as ErrorEvent)
  expect([failing === null, readers[0]?.onerror]).toEqual([false, null])
  tell({ kind: 'records', records, of: 2 })
  tell({ kind: 'done' })
  expect(store.opened()).toMatchObject({ state: 'open', records })
})

it('another source is looked at from its beginning', () => {
  const { store, tell } = setUp()
  store.openText('[]')
  tell({ kind: 'records', records, of: 2 })
  tell({ kind: 'done' })
  store.setLook({ selected: 1, filters: { ...NO_FILTERS, text: 'x' } })
  store.openText('[]')
  expect(store.look()).toMatchObject({ selected: null, filters: NO_FILTERS, scrollTop: 0 })
})

it('closing forgets everything', () => {
  const { store, tell } = setUp()
  store.openText('[]')
  tell({ kind: 'records', records, of: 2 })
  tell({ kind: 'done' })
  store.close()
  expect(store.opened()).toEqual({ state: 'none', draft: '', fault: null, kept: null })
})
