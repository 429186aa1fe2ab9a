'use client'

import { type ReactNode, useEffect } from 'react'
import type { Source } from '@/components/bookings/opened/opened-store'
import { Notice } from '@/components/ui/notice'
import { useFileDrop } from '@/components/ui/use-file-drop'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

/** Opens a file or a text that is dropped anywhere on the page. */
export function DropZone({
  onSource,
  openName,
  children,
}: {
  readonly onSource: (source: Source) => void
  /** The name of the source that is open or being read. */
  readonly openName: string | null
  readonly children: ReactNode
}) {
  const { isOver, refusal, setRefusal, handlers } = useFileDrop(
    (file) => onSource({ name: file.name, blob: file }),
    (text) => onSource({ name: 'dropped text', blob: new Blob([text]) }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source makes the refusal obsolete
  useEffect(() => setRefusal(null), [openName])
  return (
    <div
      className={`flex min-h-0 flex-1 flex-col ${isOver ? 'outline-accent outline-2 -outline-offset-4 outline-dashed' : ''}`}
      {...handlers}
    >
      {refusal ? (
        <Notice
          tone="danger"
          title={
            'folder' in refusal
              ? `“${safeText(refusal.folder, 80)}” is a folder`
              : `You dropped ${formatCount(refusal.files)} files`
          }
          className="mx-4 mt-4 md:mx-6"
        >
          Nothing was opened. Drop one file.
        </Notice>
      ) : null}
      {children}
    </div>
  )
}
