'use client'

import { type DragEvent, type ReactNode, useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { formatCount } from '@/lib/format/number'
import type { Source } from './opened-store'

/** Takes a file or a text that is dropped anywhere on the page. */
export function DropZone({
  onSource,
  children,
}: {
  readonly onSource: (source: Source) => void
  readonly children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  const [refused, setRefused] = useState(0)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const { files } = event.dataTransfer
    const [file] = files
    setRefused(files.length > 1 ? files.length : 0)
    if (files.length > 1) return
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
      {refused > 0 ? (
        <Notice tone="danger" title="One file at a time" className="mx-4 mt-4 md:mx-6">
          {formatCount(refused)} were dropped; at most 1 is opened at once. Nothing was changed.
        </Notice>
      ) : null}
      {children}
    </div>
  )
}
