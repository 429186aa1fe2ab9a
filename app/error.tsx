'use client'

import { Button } from '@/components/ui/button'
import { Details, Notice } from '@/components/ui/notice'

export default function PageError({
  error,
  reset,
}: {
  readonly error: Error & { digest?: string }
  readonly reset: () => void
}) {
  return (
    <div className="m-auto w-full max-w-lg p-6">
      <Notice
        tone="danger"
        title="This page failed"
        action={<Button onClick={reset}>Retry</Button>}
      >
        <p>Retry, or reload the page. If this continues, contact your administrator.</p>
        {error.digest ? (
          <Details>
            <p>Error {error.digest}</p>
          </Details>
        ) : null}
      </Notice>
    </div>
  )
}
