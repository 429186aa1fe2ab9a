'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

const BEFORE: ReadonlySet<string> = new Set(['/sign-in', '/set-up', '/invitation'])

/** What has no place on the pages where one signs in: it would ask for data that is refused there. */
export function OnceSignedIn({ children }: { readonly children: ReactNode }) {
  return BEFORE.has(usePathname()) ? null : children
}
