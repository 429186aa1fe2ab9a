import { expect, test } from 'vitest'
import { createTab } from '@/lib/testing/live/live-client'
import { type PageMessage, restWhileCrowded } from './hidden-pages'

/** Opens pages of one browser, in view or hidden. */
function createBrowser() {
  const listeners = new Map<string, (message: PageMessage) => void>()
  let opened = 0
  return (isHidden: boolean) => {
    const page = { tab: createTab(), isResting: false, close: () => {} }
    const id = `page ${opened++}`
    page.tab.hide(isHidden)
    page.close = restWhileCrowded(
      {
        rest: (isResting) => {
          page.isResting = isResting
        },
      },
      page.tab,
      {
        postMessage(message) {
          for (const [other, listener] of listeners) if (other !== id) listener(message)
        },
        listen(listener) {
          listeners.set(id, listener)
          return () => listeners.delete(id)
        },
      },
      id,
    )
    return page
  }
}

/** Pages in view of one browser. */
function openPages(count: number) {
  const open = createBrowser()
  return Array.from({ length: count }, () => open(false))
}

function restingOf(pages: ReturnType<typeof openPages>): number[] {
  return pages.flatMap(({ isResting }, at) => (isResting ? at : []))
}

test('with one page in view the two that were hidden last keep their streams', () => {
  const pages = openPages(6)
  for (const { tab } of pages.slice(0, 5)) tab.hide(true)
  expect(restingOf(pages)).toEqual([0, 1, 2])
  pages[0]!.tab.hide(false)
  expect(restingOf(pages)).toEqual([1, 2, 3])
  pages[0]!.tab.hide(true)
  expect(restingOf(pages)).toEqual([1, 2, 3])
  // A browser reports a page that is closed as hidden afterwards.
  pages[4]!.close()
  pages[4]!.tab.hide(true)
  expect(restingOf(pages)).toEqual([1, 2])
  pages[3]!.tab.hide(false)
  expect(restingOf(pages)).toEqual([1, 2])
  pages[3]!.close()
  expect(restingOf(pages)).toEqual([1])
})

test('with no page in view the three that were hidden last keep their streams', () => {
  const pages = openPages(5)
  for (const { tab } of pages) tab.hide(true)
  expect(restingOf(pages)).toEqual([0, 1])
})

test('hidden pages rest while three others are in view, whichever was opened first', () => {
  const open = createBrowser()
  const hidden = [open(true), open(true), open(true)]
  expect(restingOf(hidden)).toEqual([])
  const inView = [open(false), open(false), open(false)]
  expect(restingOf(hidden)).toEqual([0, 1, 2])
  expect(restingOf([open(true), open(true)])).toEqual([0, 1])
  inView[0]!.close()
  expect(restingOf(inView)).toEqual([])
  inView[1]!.close()
  inView[2]!.close()
  expect(restingOf(hidden)).toEqual([0, 1])
})

test('a page that is hidden and shown again and again counts once', () => {
  const [first, second] = openPages(2)
  first!.tab.hide(true)
  for (let times = 0; times < 5; times++) {
    second!.tab.hide(true)
    second!.tab.hide(false)
  }
  second!.tab.hide(true)
  expect(first!.isResting).toBe(false)
})
