'use client'

import { useLayoutEffect } from 'react'

/** Titles the tab with the page's content, in place of its route's title; null keeps that one. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title === null) return
    const mine = `${title} · Kerbside`
    let before = document.title
    function apply() {
      if (document.title === mine) return
      before = document.title
      document.title = mine
    }
    apply()
    // Next may set the route's title later than this, and again.
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      // The next page may have its own already.
      if (document.title === mine) document.title = before
    }
  }, [title])
}
