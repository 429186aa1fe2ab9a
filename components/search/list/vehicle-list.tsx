import {
  type KeyboardEvent,
  type MouseEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { AskedFacts } from '@/components/search/attribute-filters'
import { describeVehicle } from '@/components/search/attribute-words'
import { usePage } from '@/components/search/page'
import { useOpenRecord, useSelect } from '@/components/search/page-actions'
import { usePanelData, useShownNow } from '@/components/search/page-data'
import { useUndo } from '@/components/search/use-undo'
import { useAddress } from '@/components/search/view/address'
import { useIsOld } from '@/components/search/view/use-is-old'
import { isStar } from '@/components/search/watch-list/star-button'
import { isFromKeys, menuPointOf } from '@/components/ui/menu-keys'
import { usePrinting } from '@/components/ui/use-printing'
import { useVirtualRows } from '@/components/ui/virtual-rows'
import { useWatched } from '@/lib/api/queries/watch-list'
import { statusInspectionHref } from '@/lib/format/links'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live/client/live-area'
import { farOutside, showVehicle } from './shown-vehicles'
import { useColumns } from './use-columns'
import { isInspectMark, SampleRow, VehicleRow } from './vehicle-row'

// A line with a caption above a row.
const DIVIDER =
  'border-t-2 border-t-line-strong before:content-["Not_suitable"] before:bg-surface before:text-muted before:absolute before:-top-2 before:right-3 before:px-1 before:text-xs before:leading-none'

/** Where a vehicle is, in the words of one kind of list. */
export interface RowPlace {
  readonly text: string
  readonly detail: string
  readonly spoken: string
}

export function VehicleList({
  label,
  area,
  rows,
  asked,
  textsOf,
  ranked = 0,
  divider = 0,
  order,
}: {
  readonly label: string
  readonly area: LiveArea
  readonly rows: Uint32Array
  readonly asked: AskedFacts
  /**
   * Texts of a row: a place instead of distance and direction, whole where it is spoken, with its
   * detail before the address; a note there; a remark instead of all facts. Null for those that
   * are usual.
   */
  readonly textsOf?: (
    vehicle: VehicleSearchObject,
    row: number,
  ) => {
    readonly place: RowPlace | null
    readonly note: string | null
    readonly remark: string | null
  }
  /** The first rows are numbered as on the map. */
  readonly ranked?: number
  /** The first row of those that are not suitable. */
  readonly divider?: number
  readonly order: string
}) {
  const { store, focus } = usePage()
  const data = usePanelData()
  const { view } = data
  const { search, selectedId } = useAddress()
  const isOld = useIsOld(view.live)
  const select = useSelect(data)
  const open = useOpenRecord(view)
  const watched = useWatched()
  const { keepUndo } = useUndo()
  const { sample, rowHeight } = useRowHeight()
  const { chosen } = useColumns()
  const isPrinting = usePrinting()
  const now = useShownNow(view.live)
  const sinceReceiptMs = now - area.receivedAtMs
  const selectedSlot = selectedId === null ? -1 : area.table.slotOf(selectedId)
  // A click is meant for the vehicle that was pressed: by its end the row may be of another one.
  const pressedId = useRef<string | null>(null)
  const meant = ({ detail }: MouseEvent, id: string) =>
    detail > 0 ? (pressedId.current ?? id) : id
  const vehicleAt = (row: number) => area.table.records[rows[row] as number] as VehicleSearchObject
  const selected = selectedSlot < 0 ? -1 : rows.indexOf(selectedSlot)
  const virtual = useVirtualRows<HTMLDivElement>({
    rowHeight,
    selected,
    order,
    count: rows.length,
    scrollKey: selectedId,
  })
  useImperativeHandle(focus.list, () => virtual.scroller.current as HTMLDivElement, [
    virtual.scroller,
  ])

  function onKeyDown(event: KeyboardEvent) {
    const row = virtual.rowAfterKey(event)
    const opens = event.key === 'Enter' && !(event.ctrlKey || event.altKey || event.metaKey)
    if (row !== null) select(vehicleAt(row).id)
    else if (opens && selectedId !== null) void open(selectedId)
    else return
    event.preventDefault()
  }
  function onClick(event: MouseEvent, id: string) {
    if (isStar(event.target) && watched.canToggle(id)) keepUndo(watched.toggle(id))
    else if (isInspectMark(event.target)) void open(id, statusInspectionHref(id))
    else select(id)
  }

  /** The menu key asks for the menu of the selected vehicle. */
  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const isOfKeys = isFromKeys(event.nativeEvent)
    const id = isOfKeys ? selectedId : rowPressed(event, pressedId.current)
    if (id === null) return
    event.preventDefault()
    const { activeDescendant } = virtual
    const row = activeDescendant ? document.getElementById(activeDescendant) : null
    const at = menuPointOf(event, row ?? event.currentTarget)
    store.setState({ menu: { at, subject: { kind: 'vehicle', id, position: null } } })
  }

  return (
    <div
      data-old={isOld || undefined}
      className="relative flex min-h-0 flex-1 flex-col after:pointer-events-none after:absolute after:inset-0 has-[[role=listbox]:focus-visible]:after:border-2 has-[[role=listbox]:focus-visible]:after:border-focus"
    >
      <div ref={sample} aria-hidden className="invisible absolute top-0">
        <SampleRow />
      </div>
      <div
        ref={virtual.scroller}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={virtual.activeDescendant}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        data-menu
        className="border-line min-h-0 flex-1 overflow-y-auto border-t [overflow-anchor:none] outline-none!"
      >
        <div role="presentation" className="relative" style={{ height: virtual.height }}>
          {virtual.rows.map(({ index: row, start }) => {
            const vehicle = vehicleAt(row)
            // On paper all rows are rendered: thousands of addresses are not asked for.
            const seen = showVehicle(vehicle, view, area, sinceReceiptMs, !isPrinting)
            const texts = textsOf?.(vehicle, row)
            const { place = null, note = null } = texts ?? {}
            const remark = texts?.remark ?? farOutside(vehicle.position, search)
            const text = describeVehicle({ ...seen, place: place?.spoken ?? seen.place })
            const spoken = [text, remark ?? note].filter((part) => part !== null).join(': ')
            const isWatched = watched.isWatched(vehicle.id)
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys act on the list
              <div
                // Other vehicles come into view at each jump: changing rows takes
                // less time than making others.
                key={view.live.replay ? row : vehicle.id}
                id={virtual.rowId(row)}
                role="option"
                aria-selected={row === selected}
                aria-setsize={rows.length}
                aria-posinset={row + 1}
                aria-label={`${row < ranked ? `${row + 1}: ` : ''}${spoken}${isWatched ? ', watched' : ''}`}
                onPointerDown={() => {
                  pressedId.current = vehicle.id
                }}
                onClick={(event) => onClick(event, meant(event, vehicle.id))}
                onDoubleClick={(event) => {
                  if (!isStar(event.target) && !isInspectMark(event.target))
                    void open(meant(event, vehicle.id))
                }}
                className={`group border-line hover:bg-sunken aria-selected:bg-accent-soft absolute inset-x-0 top-0 cursor-pointer border-b ${divider > 0 && row === divider ? DIVIDER : ''}`}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <VehicleRow
                  facts={{ ...seen, place: place?.text ?? seen.place }}
                  chosen={chosen}
                  asked={asked}
                  remark={remark}
                  isWatched={isWatched}
                  note={note ?? place?.detail ?? null}
                  rank={row < ranked ? row + 1 : null}
                  canWatch={watched.canToggle(vehicle.id)}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The vehicle of the row under the pointer; null beside the rows. */
function rowPressed({ target }: MouseEvent, pressedId: string | null): string | null {
  return target instanceof Element && target.closest('[role=option]') ? pressedId : null
}

/** Before the sample row is measured. */
const USUAL_PX = 44

/** Height of a row with the text size of this browser, from a sample row. */
function useRowHeight() {
  const sample = useRef<HTMLDivElement>(null)
  const [rowHeight, setRowHeight] = useState(USUAL_PX)
  useLayoutEffect(() => {
    const element = sample.current
    if (!element) return
    const measure = () => setRowHeight(element.offsetHeight || USUAL_PX)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { sample, rowHeight }
}
