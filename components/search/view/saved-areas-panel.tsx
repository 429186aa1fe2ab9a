import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from '@/components/layout/link'
import { useDistance } from '@/components/layout/preferences/preferences'
import { useAddress } from '@/components/search/view/address'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field, inputClass } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import {
  addArea,
  LONGEST_NAME,
  queryToSave,
  type SavedArea,
  savedInWords,
  useSavedAreas,
} from './saved-areas'

export function SavedAreasPanel() {
  const { search } = useAddress()
  const { areas, set } = useSavedAreas()
  const [isStored, setIsStored] = useState(true)
  const [name, setName] = useState('')
  const formatDistance = useDistance()
  const navigate = useNavigate()
  const [replacing, setReplacing] = useState<SavedArea | null>(null)
  const [deleted, setDeleted] = useState<SavedArea | null>(null)
  const update = (next: readonly SavedArea[]) => setIsStored(set(next))

  function save(event: FormEvent) {
    event.preventDefault()
    const given = name.trim()
    if (given === '') return
    setName('')
    const address = new URLSearchParams(window.location.search)
    address.set('position', formatPosition(search.position))
    const area = { name: given, query: queryToSave(address) }
    setDeleted(null)
    if (areas.some((one) => one.name === given)) setReplacing(area)
    else update(addArea(areas, area))
  }

  return (
    <section aria-label="Saved areas" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="flex flex-col gap-2 px-3 py-2">
        <form onSubmit={save} noValidate>
          <Field label="Save this view as">
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
                  Save
                </Button>
              </div>
            )}
          </Field>
        </form>
        {isStored ? null : (
          <p role="alert" className="text-danger text-sm">
            This browser blocks storage: the list will be lost when you close the page.
          </p>
        )}
        {deleted ? (
          <Notice
            title={
              <>
                Deleted <bdi>{safeText(deleted.name, LONGEST_NAME)}</bdi>
              </>
            }
            action={
              <Button
                onClick={() => {
                  update(addArea(areas, deleted))
                  setDeleted(null)
                }}
              >
                Undo
              </Button>
            }
          />
        ) : null}
      </div>
      {areas.length === 0 ? (
        <p className="text-muted px-3 py-2 text-sm">
          Nothing saved yet. A saved view keeps position, radius, type, filters and order, in this
          browser only.
        </p>
      ) : (
        <ul className="border-line border-t">
          {areas.map((area) => {
            const shown = safeText(area.name, LONGEST_NAME)
            const content = savedInWords(area.query, formatDistance)
            return (
              <li
                key={`${area.name} ${area.query}`}
                className="border-line flex items-center gap-1 border-b px-2 py-1"
              >
                <button
                  type="button"
                  aria-label={`${shown}, ${content}`}
                  title={`${shown}: ${content}`}
                  className="hover:bg-sunken flex min-h-11 min-w-0 flex-1 flex-col justify-center rounded-md px-2 text-left"
                  onClick={() => void navigate(`/?${area.query}`)}
                >
                  <bdi className="w-full truncate font-semibold">{shown}</bdi>
                  <span className="text-muted w-full truncate text-sm">{content}</span>
                </button>
                <IconButton
                  icon={Trash2}
                  label={`Delete ${shown}`}
                  variant="ghost"
                  onClick={() => {
                    update(areas.filter((one) => one !== area))
                    setDeleted(area)
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
      {replacing ? (
        <ConfirmDialog
          title={`Replace “${safeText(replacing.name, LONGEST_NAME)}”?`}
          action="Replace"
          onConfirm={() => update(addArea(areas, replacing))}
          onClose={() => setReplacing(null)}
        >
          <p>There is a saved view with this name. It will show what the map shows now.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
