'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { reachabilityQuery } from '@/lib/api/queries/reachability'

/** Says why a click left the page as it was, until Kerbside answers again. Over the page, so that no map moves. */
export function UnreachableNotice() {
  const client = useQueryClient()
  const { isError } = useQuery({
    ...reachabilityQuery(),
    // Only after a click; then every five seconds.
    enabled: ({ state }) => state.status === 'error',
  })
  if (!isError) return null
  return (
    <div className="relative z-30 h-0">
      <Notice
        tone="warning"
        title="Kerbside cannot be reached"
        className="shadow-raised absolute inset-x-2 top-2 mx-auto max-w-md"
        action={
          <IconButton
            label="Dismiss the notice"
            variant="ghost"
            onClick={() => void client.resetQueries(reachabilityQuery())}
            className="-my-1 -mr-1"
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <p>This page stays until it answers. Then click again.</p>
      </Notice>
    </div>
  )
}
