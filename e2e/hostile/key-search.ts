import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findForms } from '@/e2e/support/secret-forms'
import { KEY } from './key-situations'

/** Searches texts for the key and collects where it was found. */
export interface KeySearch {
  /** Number of texts searched. */
  readonly searched: number
  readonly hits: readonly string[]
  /** Searches that did not find their control text and so searched the wrong text. */
  readonly blind: readonly string[]
  /** @param control text that must occur there */
  addText(where: string, text: string, control?: string): void
  addFolder(folder: string, options: FolderOptions): Promise<void>
}

interface FolderOptions {
  /** Text that must occur in one of the files. */
  readonly control: string
  /** Words that count as a hit too. */
  readonly mayNotName?: readonly string[]
}

export function startKeySearch(): KeySearch {
  const hits: string[] = []
  const blind: string[] = []
  let searched = 0

  function addText(where: string, text: string, control = ''): void {
    searched++
    const forms = findForms(text, KEY)
    if (forms.length > 0) hits.push(`${where}: ${forms.join(', ')}`)
    if (!text.includes(control)) blind.push(`${where}: no ${control}`)
  }

  return {
    hits,
    blind,
    get searched() {
      return searched
    },
    addText,
    async addFolder(folder, { control, mayNotName = [] }) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      let isFound = false
      for (const entry of entries.filter((one) => one.isFile())) {
        const file = join(entry.parentPath, entry.name)
        const text = await readFile(file, 'latin1')
        isFound ||= text.includes(control)
        addText(file, text)
        for (const word of mayNotName) if (text.includes(word)) hits.push(`${file}: ${word}`)
      }
      if (!isFound) blind.push(`${folder}: no file with ${control}`)
    },
  }
}
