import { useEffect, useLayoutEffect } from 'react'

/** Of what the page shows; null for the title of its route, which Next sets. */
let ownTitle: string | null = null
/** Stands in front: "(2) Bookings · Kerbside"; 0 for none. */
let count = 0
let routeTitle = ''
let writtenTitle = ''
let observer: MutationObserver | null = null

/** Titles the tab with the page's content, in place of its route's title; null keeps that one. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title === null) return
    const mine = `${title} · Kerbside`
    ownTitle = mine
    writeTitle()
    return () => {
      // The next page may have its own already.
      if (ownTitle !== mine) return
      ownTitle = null
      writeTitle()
    }
  }, [title])
}

/** Puts a number in front of the tab's title; 0 takes it away. */
export function useTitleCount(shown: number): void {
  useEffect(() => {
    count = shown
    writeTitle()
  }, [shown])
}

function writeTitle(): void {
  // Next may set the route's title later than this, and again.
  observer ??= observeHead()
  // A head without a title gets one of Next's: one that is set meanwhile would stay beside it.
  if (!document.querySelector('head > title')) return
  if (document.title !== writtenTitle) routeTitle = document.title
  const title = ownTitle ?? routeTitle
  writtenTitle = asReadBack(count === 0 ? title : `(${count}) ${title}`)
  if (document.title === writtenTitle) return
  document.title = writtenTitle
  // Ignore the mutation made by this write, or it would be answered without end.
  observer.takeRecords()
}

function observeHead(): MutationObserver {
  const created = new MutationObserver(writeTitle)
  created.observe(document.head, { childList: true, subtree: true, characterData: true })
  return created
}

/** As `document.title` gives a text back. */
function asReadBack(title: string): string {
  return title.replace(/\s+/g, ' ').trim()
}
