'use client'

import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import type { Source } from '@/components/bookings/opened/opened-store'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'

interface Refusal {
  readonly title: string
  readonly advice: string
}

/** Takes a file or a text that is dropped anywhere on the page. */
export function DropZone({
  onSource,
  openName,
  children,
}: {
  readonly onSource: (source: Source) => void
  /** Of what is open or being read; once that is another, a refusal is of no interest any more. */
  readonly openName: string | null
  readonly children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change that counts
  useEffect(() => setRefusal(null), [openName])

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const refused = refusalOf(event.dataTransfer)
    setRefusal(refused)
    if (refused) return
    const [file] = event.dataTransfer.files
    if (file) return onSource({ name: file.name, blob: file })
    const text = event.dataTransfer.getData('text')
    if (text) onSource({ name: 'Dropped text', blob: new Blob([text]) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop is one of three ways; the form has the other two
    <div
      className={`flex min-h-0 flex-1 flex-col ${isOver ? 'outline-accent outline-2 -outline-offset-4 outline-dashed' : ''}`}
      onDragOver={(event) => {
        // Without this the browser would leave the page for the file.
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={onDrop}
    >
      {refusal ? (
        <Notice tone="danger" title={refusal.title} className="mx-4 mt-4 md:mx-6">
          {refusal.advice}
        </Notice>
      ) : null}
      {children}
    </div>
  )
}

function refusalOf({ files, items }: DataTransfer): Refusal | null {
  if (files.length > 1) {
    return {
      title: 'One file at a time',
      advice: `${formatCount(files.length)} were dropped; at most 1 is opened at once. Nothing was changed.`,
    }
  }
  // A folder comes as a file that cannot be read. Not every browser can tell; then the reader says so.
  const entry = items[0]?.kind === 'file' ? items[0].webkitGetAsEntry?.() : null
  if (!entry?.isDirectory) return null
  return {
    title: `“${safeText(entry.name, 80)}” is a folder`,
    advice: 'Open it and drop one file of it. Nothing was changed.',
  }
}
