'use client'

import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useNavigate } from '@/components/layout/use-navigate'
import { useSearchPage } from '@/components/search/search-context'
import { Button, IconButton } from '@/components/ui/button'
import { Field, inputClass } from '@/components/ui/field'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import { addArea, deleteArea, LONGEST_NAME, queryToSave, renameArea, type SavedArea } from './saved-areas'
import { createSavedAreasStore, type SavedAreasStore } from './saved-areas-store'

let store: SavedAreasStore | undefined

// Created on demand: the server has no window.
function browserStore(): SavedAreasStore {
  store ??= createSavedAreasStore(window)
  return store
}

const noAreas: readonly SavedArea[] = []

/** Named views kept in this browser: position, radius, type, filters and order. */
export function SavedAreasPanel() {
  const { state } = useSearchPage()
  const navigate = useNavigate()
  const { subscribe, get, set } = browserStore()
  const areas = useSyncExternalStore(subscribe, get, () => noAreas)
  const [isStored, setIsStored] = useState(true)
  const [renamedId, setRenamedId] = useState<string | null>(null)
  const update = (next: readonly SavedArea[]) => setIsStored(set(next))

  function save(name: string) {
    const address = new URLSearchParams(window.location.search)
    address.set('position', formatPosition(state.search.position))
    update(addArea(areas, { id: Date.now().toString(36), name, query: queryToSave(address) }))
  }

  return (
    <section aria-label="Saved areas" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="px-3 py-2">
        <NameForm label="Save this view as" action="Save" onName={save} />
        {isStored ? null : (
          <p role="alert" className="text-danger pt-1 text-xs">
            This browser blocks storage: the list will be lost when you close the page.
          </p>
        )}
      </div>
      {areas.length === 0 ? (
        <p className="text-muted px-3 py-2 text-sm">
          Nothing saved yet. A saved view keeps position, radius, type, filters and order, in this browser
          only.
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
                    initial={name}
                    onName={(next) => {
                      update(renameArea(areas, id, next))
                      setRenamedId(null)
                    }}
                  />
                </div>
              ) : (
                <>
                  <Button
                    variant="ghost"
                    className="min-w-0 flex-1 justify-start! text-left"
                    onClick={() => void navigate(`/?${query}`)}
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
                    onClick={() => update(deleteArea(areas, id))}
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
  initial = '',
  onName,
}: {
  readonly label: string
  readonly action: string
  readonly initial?: string
  readonly onName: (name: string) => void
}) {
  const [name, setName] = useState(initial)
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
