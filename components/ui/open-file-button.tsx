import { FolderOpen } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
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
      <Button icon={FolderOpen} onClick={() => input.current?.click()}>
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

/** Several files, or a folder, were dropped. */
type Refusal = { readonly files: number } | { readonly folder: string }

/** @param onText accepts dropped text too; without it, text is left to the element itself */
export function useFileDrop(onFile: (file: File) => void, onText?: (text: string) => void) {
  const [isOver, setIsOver] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const accepts = ({ types }: DataTransfer) => onText !== undefined || types.includes('Files')
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!accepts(event.dataTransfer)) return
      // Without this the browser would leave the page for the file.
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      if (!accepts(event.dataTransfer)) return
      event.preventDefault()
      const refused = refusalOf(event.dataTransfer)
      setRefusal(refused)
      if (refused) return
      const [file] = event.dataTransfer.files
      if (file) return onFile(file)
      const text = event.dataTransfer.getData('text')
      if (text) onText?.(text)
    },
  }
  return { isOver, refusal, setRefusal, handlers }
}

function refusalOf({ files, items }: DataTransfer): Refusal | null {
  if (files.length > 1) return { files: files.length }
  // A folder comes as a file that cannot be read. Not every browser can tell them apart.
  const entry = items[0]?.kind === 'file' ? items[0].webkitGetAsEntry?.() : null
  return entry?.isDirectory ? { folder: entry.name } : null
}
