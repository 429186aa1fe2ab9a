import { useLayoutEffect } from 'react'

/** Titles the tab with the page's content, in place of its route's title; null keeps that one. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title === null) return
    // As `document.title` gives it back.
    const mine = `${title} · Kerbside`.replace(/\s+/g, ' ').trim()
    let before = document.title
    // Next may set the route's title later than this, and again.
    const observer = new MutationObserver(apply)
    function apply() {
      // A head without a title gets one of Next's: one that is set meanwhile
      // would stay beside it for ever.
      if (document.title === mine || !document.querySelector('head > title')) return
      before = document.title
      document.title = mine
      // Its own change is none to answer: it would be without end.
      observer.takeRecords()
    }
    apply()
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      // The next page may have its own already.
      if (document.title === mine) document.title = before
    }
  }, [title])
}
