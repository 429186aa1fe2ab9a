import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSegmentFile, lineOf, readSegment } from './segment-file'
import { openSpool, type Spool } from './spool'

let folder: string
const opened: Spool[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((spool) => spool.close()))
  await rm(folder, { recursive: true })
})

async function open(
  store: (texts: readonly string[]) => Promise<void>,
  bytesMaximum?: number,
): Promise<Spool> {
  const spool = await openSpool({ folder, store, bytesMaximum })
  opened.push(spool)
  return spool
}

/** A store that keeps given texts, and refuses while `isDown`. */
function memory() {
  const kept: string[] = []
  const state = { kept, isDown: false }
  return {
    state,
    store: async (texts: readonly string[]) => {
      if (state.isDown) throw new Error('the database is down')
      kept.push(...texts)
    },
  }
}

const files = () => filesOf('.segment')

async function filesOf(end: string): Promise<string[]> {
  const folders = await readdir(folder)
  const names = await Promise.all(folders.map((name) => readdir(join(folder, name))))
  return names.flatMap((all, at) =>
    all
      .filter((name) => name !== 'lock' && name.endsWith(end))
      .map((name) => join(folder, folders[at]!, name)),
  )
}

test('texts are stored in the order in which they were appended, once, and leave no file', async () => {
  const { state, store } = memory()
  const spool = await open(store)
  const texts = Array.from({ length: 250 }, (_, n) => `text ${n} ümlaut`)
  await Promise.all(texts.map((text) => spool.append(text, 's')))
  await spool.drain()
  await spool.drain()
  expect(state.kept).toEqual(texts)
  expect(await files()).toEqual([])
})

test('at most 250 texts or a million characters are stored at once', async () => {
  const batches: string[][] = []
  const spool = await open(async (texts) => void batches.push(texts.map((text) => text.slice(0, 4))))
  const long = 'long'.repeat(125_000)
  const texts = [...Array.from({ length: 252 }, () => 'text'), long, long, 'text']
  await Promise.all(texts.map((text) => spool.append(text, 's')))
  await spool.drain()
  expect(batches.map((batch) => batch.length)).toEqual([250, 3, 2])
  expect(batches.flat()).toEqual(texts.map((text) => text.slice(0, 4)))
})

test('while the database is down they stay on disk, and are stored when it is back', async () => {
  const { state, store } = memory()
  const spool = await open(store)
  state.isDown = true
  await spool.append('one', 's')
  await expect(spool.drain()).rejects.toThrow('the database is down')
  await spool.append('two', 's')
  await expect(spool.drain()).rejects.toThrow('the database is down')
  expect((await files()).length).toBe(2)
  state.isDown = false
  await spool.drain()
  expect(state.kept).toEqual(['one', 'two'])
})

test('what is appended while others are stored is not lost', async () => {
  const kept: string[] = []
  let spool: Spool | null = null
  spool = await open(async (texts) => {
    if (kept.length === 0) await spool?.append('meanwhile', 's')
    kept.push(...texts)
  })
  await spool.append('first', 's')
  await spool.drain()
  await spool.drain()
  expect(kept).toEqual(['first', 'meanwhile'])
})

test('what is appended without a pause while others are stored is not lost, nor doubled, nor out of order', async () => {
  const { state, store } = memory()
  const spool = await open(store)
  const texts = Array.from({ length: 2_000 }, (_, n) => `text ${n}`)
  let isDone = false
  const drains = (async () => {
    while (!isDone) await spool.drain()
  })()
  for (let at = 0; at < texts.length; at += 5)
    await Promise.all(texts.slice(at, at + 5).map((text) => spool.append(text, 's')))
  isDone = true
  await drains
  await spool.drain()
  expect(state.kept).toEqual(texts)
  expect([await files(), spool.waiting()]).toEqual([[], 0])
})

test('what was stored is no longer on disk, in the file that is used again either', async () => {
  const { state, store } = memory()
  const spool = await open(store)
  const written = async () =>
    (await Promise.all((await filesOf('')).map((path) => readFile(path, 'latin1')))).join('')
  await spool.append('a long first text', 's')
  expect(await written()).toContain(lineOf('a long first text'))
  await spool.drain()
  expect((await written()).replaceAll('\0', '')).toBe('')
  await spool.append('short', 's')
  expect((await written()).replaceAll('\0', '')).toBe(lineOf('short'))
  expect((await filesOf('')).length).toBe(1)
  await spool.drain()
  expect(state.kept).toEqual(['a long first text', 'short'])
})

test('texts of one sender do not wait for those of another', async () => {
  const kept: string[] = []
  let release = () => {}
  const isHeld = new Promise<void>((resolve) => {
    release = resolve
  })
  const spool = await open(async (texts) => {
    if (texts[0]?.startsWith('many')) await isHeld
    kept.push(...texts)
  })
  for (let n = 0; n < 600; n++) await spool.append(`many ${n}`, 'busy')
  await spool.append('one', 'quiet')
  const all = spool.drain()
  await spool.drain('quiet')
  expect([kept, spool.waiting('quiet'), spool.waiting('busy')]).toEqual([['one'], 0, 600])
  release()
  await all
  expect([kept.length, spool.waiting()]).toEqual([601, 0])
})

test('large texts are in files of some megabytes, and beyond a limit none is taken', async () => {
  const { state, store } = memory()
  const spool = await open(store, 12_000_000)
  state.isDown = true
  const text = 'x'.repeat(1_000_000)
  for (let n = 0; n < 12; n++) await spool.append(`${n}${text}`, 's')
  await expect(spool.append('more', 's')).rejects.toThrow('The spool is full')
  expect([(await files()).length, spool.waiting()]).toEqual([4, 12])
  state.isDown = false
  await spool.drain()
  expect(state.kept.map((one) => one.length - text.length)).toEqual([...Array(10).fill(1), 2, 2])
  await spool.append('more', 's')
  expect(spool.waiting()).toBe(1)
})

test('what others left on disk counts as waiting, until it is stored', async () => {
  const { state, store } = memory()
  for (const left of [3, 2]) {
    const spool = await openSpool({ folder, store: () => Promise.reject(new Error('down')) })
    for (let n = 0; n < left; n++) await spool.append(`left ${n}`, 's')
    await spool.close()
  }
  const running = await open(store)
  await running.append('of a process that runs', 's')
  state.isDown = true
  const spool = await open(store)
  await spool.append('own', 's')
  expect([await spool.waitingOnDisk(), spool.waiting()]).toEqual([7, 1])
  await running.append('another of it', 's')
  expect(await spool.waitingOnDisk()).toBe(8)
  state.isDown = false
  await spool.drain()
  expect(await spool.waitingOnDisk()).toBe(2)
})

test('what a process that has ended left behind is stored by the next one', async () => {
  const { state, store } = memory()
  const first = await openSpool({ folder, store: () => Promise.reject(new Error('down')) })
  await first.append('left', 's')
  await first.close()
  await (await open(store)).drain()
  expect(state.kept).toEqual(['left'])
  expect((await readdir(folder)).length).toBe(1)
})

test("a living process's texts are its own", async () => {
  const { state, store } = memory()
  const living = memory()
  const first = await open(living.store)
  await first.append('mine', 's')
  await (await open(store)).drain()
  expect(state.kept).toEqual([])
  await first.drain()
  expect(living.state.kept).toEqual(['mine'])
})

test('a line cut by a crash, or damaged, is left out; the others are read', async () => {
  const path = join(folder, 'a.segment')
  const file = await createSegmentFile(path)
  await file.append(lineOf('one'))
  await file.append(lineOf('two'))
  await file.close()
  const whole = await readFile(path, 'latin1')
  const [lines = ''] = whole.split('\0')
  await writeFile(path, lines.replace('two', 'twa'))
  await appendFile(path, 'abcdefghijkl thr')
  expect((await readSegment(path)).texts).toEqual(['one'])
})

test('a disk that takes nothing is an error of the text that it refused', async () => {
  const spool = await open(async () => {})
  await rm(join(folder, (await readdir(folder))[0]!), { recursive: true })
  await expect(spool.append('lost', 's')).rejects.toThrow('ENOENT')
})
