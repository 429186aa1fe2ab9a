import { Circle, Ellipsis, Pentagon } from 'lucide-react'
import { useRef, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { Button, buttonClass } from '@/components/ui/button'
import { downloadText } from '@/components/ui/download'
import { closeMenu, Menu, menuItemClass } from '@/components/ui/menu'
import { Notice } from '@/components/ui/notice'
import { loadedLater } from '@/components/ui/on-demand'
import type { NewZone, Zone, ZoneToSave } from '@/lib/api/contract/zones'
import { counted } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { zonesFault } from '@/lib/zones/shapes/check-zones'
import { useSaveZones } from './use-zones'
import { useZoneDraftActions } from './zone-draft'

const loadFiles = loadedLater(() => import('@/lib/zones/shapes/geojson'))

interface ImportState {
  /** Why the file was not imported; null where it was. */
  readonly fault: string | null
  readonly count: number
}

/** Makes zones, and takes them from a file or into one. */
export function ZoneTools({ zones }: { readonly zones: readonly Zone[] }) {
  const isViewer = useIsViewer()
  const { draw, addCircle } = useZoneDraftActions(zones)
  const save = useSaveZones()
  const input = useRef<HTMLInputElement>(null)
  const [imported, setImported] = useState<ImportState | null>(null)

  async function importFile(file: File) {
    save.reset()
    const text = await file.text()
    const { readZonesFile } = await loadFiles()
    const read = readZonesFile(text)
    if ('fault' in read) return setImported({ fault: read.fault, count: 0 })
    const fault = zonesFault(withImported(zones, read.zones))
    if (fault !== null) return setImported({ fault, count: 0 })
    setImported(null)
    save.mutate((known) => withImported(known, read.zones), {
      onSuccess: () => setImported({ fault: null, count: read.zones.length }),
    })
  }

  async function exportFile() {
    const { writeZonesFile } = await loadFiles()
    downloadText('zones.geojson', 'application/geo+json', writeZonesFile(zones))
  }

  return (
    <>
      <div className="flex items-center gap-1.5">
        {isViewer ? null : (
          <>
            <Button
              icon={Pentagon}
              title="Draw a new zone on the map"
              onClick={() => draw('polygon')}
            >
              Draw a zone
            </Button>
            <Button icon={Circle} title="Draw a circle on the map" onClick={() => draw('circle')}>
              Draw a circle
            </Button>
          </>
        )}
        <Menu
          button={<Ellipsis aria-hidden className="size-4" />}
          aria-label="More about zones"
          title="More about zones"
          className={buttonClass('ghost', 'min-w-11 px-0! md:min-w-9')}
        >
          {isViewer ? null : (
            <>
              <button
                type="button"
                aria-haspopup="dialog"
                title="Around the middle of the map, without drawing"
                className={menuItemClass}
                onClick={(event) => closeMenu(event, addCircle)}
              >
                New circle by numbers
              </button>
              <button
                type="button"
                className={menuItemClass}
                onClick={(event) => closeMenu(event, () => input.current?.click())}
              >
                Import from GeoJSON
              </button>
            </>
          )}
          <button
            type="button"
            disabled={zones.length === 0}
            className={menuItemClass}
            onClick={(event) => closeMenu(event, exportFile)}
          >
            Export as GeoJSON
          </button>
        </Menu>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="GeoJSON file of zones"
          accept=".geojson,.json,application/geo+json,application/json"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void importFile(file)
            // The same file may be opened again.
            target.value = ''
          }}
        />
      </div>
      {imported ? <ImportNotice imported={imported} /> : null}
      {save.error ? <ProblemNotice error={save.error} /> : null}
    </>
  )
}

function ImportNotice({ imported: { fault, count } }: { readonly imported: ImportState }) {
  if (fault === null) {
    return <Notice tone="success" title={`Imported ${counted(count, 'zone')}`} />
  }
  return (
    <Notice tone="danger" title="Nothing was imported">
      {safeText(fault, 400)}
    </Notice>
  )
}

/** Zones of a file replace those of the same name, and follow the others. */
function withImported(known: readonly Zone[], imported: readonly NewZone[]): ZoneToSave[] {
  const byName = new Map(imported.map((zone) => [zone.name.toLowerCase(), zone]))
  const kept = known.map((zone): ZoneToSave => {
    const next = byName.get(zone.name.toLowerCase())
    byName.delete(zone.name.toLowerCase())
    return next ? { ...next, id: zone.id } : zone
  })
  const added = [...byName.values()].map((zone): ZoneToSave => ({ ...zone, id: null }))
  return [...kept, ...added]
}
