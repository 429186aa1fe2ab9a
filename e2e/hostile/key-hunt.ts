import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findForms } from '@/e2e/support/secret-forms'
import { KEY } from './key-situations'

/** Where the key was looked for, and where it was found. */
export interface Hunt {
  /** How many texts were looked through. */
  readonly looked: number
  readonly hits: readonly string[]
  /** What a search would have to find to be one, and did not: it looked at nothing. */
  readonly blind: readonly string[]
  /** @param control what stands there for certain */
  lookAt(where: string, text: string, control?: string): void
  lookInto(folder: string, options: FolderOptions): Promise<void>
}

interface FolderOptions {
  /** What stands in one of the files for certain. */
  readonly control: string
  /** Words that are a hit as well. */
  readonly mayNotName?: readonly string[]
}

export function startHunt(): Hunt {
  const hits: string[] = []
  const blind: string[] = []
  let looked = 0

  function lookAt(where: string, text: string, control = ''): void {
    looked++
    const forms = findForms(text, KEY)
    if (forms.length > 0) hits.push(`${where}: ${forms.join(', ')}`)
    if (!text.includes(control)) blind.push(`${where}: no ${control}`)
  }

  return {
    hits,
    blind,
    get looked() {
      return looked
    },
    lookAt,
    async lookInto(folder, { control, mayNotName = [] }) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      let isFound = false
      for (const entry of entries.filter((one) => one.isFile())) {
        const file = join(entry.parentPath, entry.name)
        const text = await readFile(file, 'latin1')
        isFound ||= text.includes(control)
        lookAt(file, text)
        for (const word of mayNotName) if (text.includes(word)) hits.push(`${file}: ${word}`)
      }
      if (!isFound) blind.push(`${folder}: no file with ${control}`)
    },
  }
}
