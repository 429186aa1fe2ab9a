'use client'

import { useEffect } from 'react'

/** Titles the tab with the page's content, in place of its route's title; null keeps that one. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    const before = document.title
    const mine = `${title} · Kerbside`
    document.title = mine
    return () => {
      // The next page may have its own already.
      if (document.title === mine) document.title = before
    }
  }, [title])
}
