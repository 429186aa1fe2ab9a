import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from '@/components/layout/link'
import { useDistance } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { storageKeys, useStored } from '@/components/layout/storage'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useAddress } from '@/components/search/view/address'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/dialog'
import { Field, inputClass } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { type ListedArea, LONGEST_AREA_NAME } from '@/lib/api/contract/desk'
import type { WatchListName } from '@/lib/api/contract/watch-list'
import { query } from '@/lib/api/queries/query'
import { counted } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import { useSavedAreas } from './saved-areas'
import { parseAreasOfBrowser, queryToSave, savedInWords } from './saved-queries'
import { type AreaToSave, useChangeAreas } from './use-change-areas'

export function SavedAreasPanel() {
  const areas = useSavedAreas()
  const changes = useChangeAreas()
  const [replacing, setReplacing] = useState<AreaToSave | null>(null)
  const { deleted, error } = changes

  function save(area: AreaToSave) {
    const isKnown = areas.some(({ name, list }) => name === area.name && list === area.list)
    if (isKnown) setReplacing(area)
    else void replace(area)
  }

  async function replace(area: AreaToSave) {
    changes.reset()
    // Its failure is shown.
    await changes.save([area]).catch(() => undefined)
  }

  return (
    <section aria-label="Saved areas" className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="flex flex-col gap-2 px-3 py-2">
        <SaveForm onSave={save} isPending={changes.isPending} />
        <AreasOfBrowser />
        {error ? <ProblemNotice error={error} /> : null}
        {deleted ? (
          <Notice
            title={
              <>
                Deleted <bdi>{safeText(deleted.name, LONGEST_AREA_NAME)}</bdi>
              </>
            }
            action={<Button onClick={() => void replace(deleted)}>Undo</Button>}
          />
        ) : null}
      </div>
      {areas.length === 0 ? (
        <p className="text-muted px-3 py-2 text-sm">
          Nothing saved yet. A saved view keeps position, radius, type, filters and order, for every
          operator or for you alone.
        </p>
      ) : (
        <ul className="border-line border-t">
          {areas.map((area) => (
            <AreaRow
              key={`${area.list} ${area.name}`}
              area={area}
              onDelete={() => {
                changes.reset()
                changes.remove(area)
              }}
            />
          ))}
        </ul>
      )}
      {replacing ? (
        <ConfirmDialog
          title={`Replace “${safeText(replacing.name, LONGEST_AREA_NAME)}”?`}
          action="Replace"
          onConfirm={() => void replace(replacing)}
          onClose={() => setReplacing(null)}
        >
          <p>There is a saved view with this name. It will show what the map shows now.</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}

/** Saves what the map shows, for the desk or for the operator alone. */
function SaveForm({
  onSave,
  isPending,
}: {
  readonly onSave: (area: AreaToSave) => void
  readonly isPending: boolean
}) {
  const { search } = useAddress()
  const [name, setName] = useState('')
  const [list, setList] = useState<WatchListName>('shared')
  const isViewer = useIsViewer()
  const isSignedIn = (useQuery(query('/api/me')).data?.data.operator ?? null) !== null
  const given = name.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (given === '' || isPending) return
    setName('')
    const address = new URLSearchParams(window.location.search)
    address.set('position', formatPosition(search.position))
    address.set('radius', String(search.radius))
    onSave({ name: given, query: queryToSave(address), list: isViewer ? 'own' : list })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-1.5">
      <Field label="Save this view as">
        {(control) => (
          <div className="flex gap-1.5">
            <input
              {...control}
              value={name}
              maxLength={LONGEST_AREA_NAME}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
              className={`${inputClass} min-w-0 flex-1`}
            />
            <Button type="submit" disabled={given === ''}>
              Save
            </Button>
          </div>
        )}
      </Field>
      {isSignedIn && !isViewer ? (
        <label className="flex min-h-11 items-center gap-2 text-sm md:min-h-6">
          <input
            type="checkbox"
            checked={list === 'own'}
            onChange={({ target }) => setList(target.checked ? 'own' : 'shared')}
          />
          Only for me
        </label>
      ) : null}
    </form>
  )
}

/** Offers once to take over what an earlier version saved in this browser. */
function AreasOfBrowser() {
  const [text, setText] = useStored(storageKeys.savedAreas)
  const isViewer = useIsViewer()
  const changes = useChangeAreas()
  const areas = parseAreasOfBrowser(text)
  if (areas.length === 0) return null
  const list = isViewer ? 'own' : 'shared'

  async function takeOver() {
    await changes.save(areas.map(({ name, query }) => ({ name, query, list })))
    setText(null)
  }

  return (
    <>
      <Notice
        title={`${counted(areas.length, 'view')} saved in this browser only`}
        action={
          <span className="flex gap-1.5">
            <Button
              variant="primary"
              isBusy={changes.isPending}
              // Its failure is shown.
              onClick={() => void takeOver().catch(() => undefined)}
            >
              {isViewer ? 'Add to my account' : 'Add to the desk'}
            </Button>
            <Button onClick={() => setText(null)}>Delete</Button>
          </span>
        }
      />
      {changes.error ? <ProblemNotice error={changes.error} /> : null}
    </>
  )
}

function AreaRow({
  area: { name, query: saved, list, savedBy },
  onDelete,
}: {
  readonly area: ListedArea
  readonly onDelete: () => void
}) {
  const navigate = useNavigate()
  const formatDistance = useDistance()
  const isViewer = useIsViewer()
  const shown = safeText(name, LONGEST_AREA_NAME)
  const content = savedInWords(saved, formatDistance)
  const by = savedBy === null ? '' : `, saved by ${safeText(savedBy, 60)}`
  const words = list === 'own' ? `${content} · only for you` : content
  return (
    <li className="border-line flex items-center gap-1 border-b px-2 py-1">
      <button
        type="button"
        aria-label={`${shown}, ${words}`}
        title={`${shown}: ${content}${by}`}
        className="hover:bg-sunken flex min-h-11 min-w-0 flex-1 flex-col justify-center rounded-md px-2 text-left"
        onClick={() => void navigate(`/?${saved}`)}
      >
        <bdi className="w-full truncate font-semibold">{shown}</bdi>
        <span className="text-muted w-full truncate text-sm">{words}</span>
      </button>
      {list === 'shared' && isViewer ? null : (
        <IconButton icon={Trash2} label={`Delete ${shown}`} variant="ghost" onClick={onDelete} />
      )}
    </li>
  )
}
