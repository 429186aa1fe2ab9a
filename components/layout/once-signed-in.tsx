'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

const SIGN_IN_PAGES: ReadonlySet<string> = new Set(['/sign-in', '/set-up', '/invitation', '/reset-password'])

/** Hides its children on the sign-in pages, where their requests would be refused. */
export function OnceSignedIn({ children }: { readonly children: ReactNode }) {
  return SIGN_IN_PAGES.has(usePathname()) ? null : children
}
