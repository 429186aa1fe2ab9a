'use client'

import { FolderOpen } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button'

/** Opens the browser's file picker. @param accept as of `<input type="file">` */
export function OpenFileButton({
  label,
  accept,
  onFile,
}: {
  /** Names the file input, which only tests and assistive software see. */
  readonly label: string
  readonly accept: string
  readonly onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden className="size-4" />
        Open a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file may be opened again.
          target.value = ''
        }}
      />
    </>
  )
}
