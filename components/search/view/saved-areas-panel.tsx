'use client'

import { Pencil, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import { addArea, deleteArea, LONGEST_NAME, queryToSave, renameArea, type SavedArea } from './saved-areas'
import { createSavedAreasStore, type SavedAreasStore } from './saved-areas-store'
import type { SearchState } from './search-state'

let store: SavedAreasStore | undefined

// Not before a page needs it: the server has no window.
function browserStore(): SavedAreasStore {
  store ??= createSavedAreasStore(window)
  return store
}

const noAreas: readonly SavedArea[] = []

/** Views with a name, kept in this browser: position, radius, type, filters and order. */
export function SavedAreasPanel({ state }: { readonly state: SearchState }) {
  const router = useRouter()
  const { subscribe, get, set } = browserStore()
  const areas = useSyncExternalStore(subscribe, get, () => noAreas)
  const [isKept, setIsKept] = useState(true)
  const [renamedId, setRenamedId] = useState<string | null>(null)
  const keep = (next: readonly SavedArea[]) => setIsKept(set(next))

  function save(name: string) {
    const address = new URLSearchParams(window.location.search)
    address.set('position', formatPosition(state.search.position))
    keep(addArea(areas, { id: Date.now().toString(36), name, query: queryToSave(address) }))
  }

  return (
    <section aria-label="Saved areas" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="px-3 py-2">
        <NameForm label="Save this view as" action="Save" onName={save} />
        {isKept ? null : (
          <p role="alert" className="text-danger pt-1 text-xs">
            This browser keeps nothing for Kerbside: the list is gone when the page is closed.
          </p>
        )}
      </div>
      {areas.length === 0 ? (
        <p className="text-muted px-3 py-2 text-sm">
          Nothing saved yet. A saved view holds position, radius, type, filters and order; it stays in this
          browser.
        </p>
      ) : (
        <ul className="border-line border-t">
          {areas.map(({ id, name, query }) => (
            <li key={id} className="border-line flex items-center gap-1 border-b px-2 py-1">
              {renamedId === id ? (
                <div className="flex-1 p-1">
                  <NameForm
                    label={`New name for ${safeText(name, LONGEST_NAME)}`}
                    action="Rename"
                    start={name}
                    onName={(next) => {
                      keep(renameArea(areas, id, next))
                      setRenamedId(null)
                    }}
                  />
                </div>
              ) : (
                <>
                  <Button
                    variant="ghost"
                    className="min-w-0 flex-1 justify-start! text-left"
                    onClick={() => router.push(`/?${query}`)}
                  >
                    <span className="truncate">{safeText(name, LONGEST_NAME)}</span>
                  </Button>
                  <IconButton
                    label={`Rename ${safeText(name, LONGEST_NAME)}`}
                    variant="ghost"
                    onClick={() => setRenamedId(id)}
                  >
                    <Pencil aria-hidden className="size-4" />
                  </IconButton>
                  <IconButton
                    label={`Delete ${safeText(name, LONGEST_NAME)}`}
                    variant="ghost"
                    onClick={() => keep(deleteArea(areas, id))}
                  >
                    <Trash2 aria-hidden className="size-4" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NameForm({
  label,
  action,
  start = '',
  onName,
}: {
  readonly label: string
  readonly action: string
  readonly start?: string
  readonly onName: (name: string) => void
}) {
  const [name, setName] = useState(start)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return
    onName(name.trim())
    setName('')
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label={label}>
        {(control) => (
          <div className="flex gap-1.5">
            <input
              {...control}
              value={name}
              maxLength={LONGEST_NAME}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
              className={`${inputClass} min-w-0 flex-1`}
            />
            <Button type="submit" disabled={name.trim() === ''}>
              {action}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
