import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Check,
  Clipboard,
  Crosshair,
  FileText,
  History,
  Link as LinkIcon,
  type LucideIcon,
  MapPin,
  Navigation,
  Pentagon,
  Phone,
  Star,
  StarOff,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { ContextMenu, type MenuItem } from '@/components/ui/context-menu'
import { describeError } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'
import { useWatched } from '@/lib/api/queries/watch-list'
import { phoneParts } from '@/lib/format/contact'
import { mapHref, vehicleHref } from '@/lib/format/links'
import { areaRecordedAt, areaReplayHref } from '@/lib/format/replay-links'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { findSelection, lastPosition } from './list/selection'
import { type OpenedMenu, usePage } from './page'
import { useOpenRecord, useSelect } from './page-actions'
import { useLiveData } from './page-data'
import { usePickupActions } from './pickup/use-pickup'
import { serverNowMs, useReplay } from './use-replay'
import { useUndo } from './use-undo'
import { useAddressActions } from './view/address'
import { useZones } from './zones/use-zones'
import { useZoneDraftActions } from './zones/zone-draft'

/** The menu of a vehicle, or of a place on the map. */
export function PageMenu({ opened }: { readonly opened: OpenedMenu }) {
  const { store } = usePage()
  const { view } = useLiveData()
  const { id, x, y } = opened
  const selection = findSelection(id, view.live.area, view.selection)
  const position = id === null ? opened.position : (lastPosition(selection) ?? opened.position)
  const near = position && view.near.at(position, id)
  const name = id === null ? null : (view.names.shown(selection?.vehicle ?? { id }) ?? id)
  const place = near ?? (position ? formatPosition(position) : 'No position')
  const title = safeText(name ?? place, 60)

  const ofVehicle = useVehicleItems(id, position)
  const ofPlace = usePlaceItems(position, id)
  const copies = useCopyItems(position, near, id)
  const items = [...ofVehicle, ...ofPlace, ...copies]
  return (
    <ContextMenu
      label={name === null ? `Place ${title}` : `Vehicle ${title}`}
      title={title}
      at={{ x, y }}
      items={items}
      onClose={() => store.setState({ menu: null })}
    />
  )
}

/** Actions on a vehicle; none where the menu is of a place. */
function useVehicleItems(id: string | null, position: Position | null): MenuItem[] {
  const { store } = usePage()
  const data = useLiveData()
  const select = useSelect(data)
  const open = useOpenRecord(data.view)
  const watched = useWatched()
  const { keepUndo } = useUndo()
  const driver = useDriverItems(id)
  if (id === null) return []
  const isWatched = watched.isWatched(id)
  const items: MenuItem[] = [
    {
      key: 'watch',
      label: isWatched ? 'Stop watching' : 'Watch, alert when free',
      icon: isWatched ? StarOff : Star,
      isDisabled: !watched.canToggle(id),
      run: () => keepUndo(watched.toggle(id)),
    },
    ...driver,
  ]
  if (vehicleHref(id) !== null)
    items.push({ key: 'record', label: 'Open record', icon: FileText, run: () => void open(id) })
  if (position !== null)
    items.push({
      key: 'follow',
      label: 'Follow on the map',
      icon: Navigation,
      run() {
        select(id)
        store.setState({ followedId: id })
      },
    })
  return items
}

/**
 * Calls the driver, or copies the number; read on demand, since each opening of a record is
 * audited.
 */
function useDriverItems(id: string | null): MenuItem[] {
  const isViewer = useIsViewer()
  const [isAsked, setIsAsked] = useState(false)
  const { copy, doneKey } = useCopy()
  const canAsk = id !== null && !isViewer && vehicleHref(id) !== null
  const { data, error, isFetching } = useQuery({
    ...query('/api/vehicles/{vehicleId}', { vehicleId: id ?? '' }),
    enabled: isAsked && canAsk,
  })
  if (!canAsk) return []
  if (!data) {
    const label = error ? `Retry: ${describeError(error).title}` : 'Call the driver …'
    const run = () => {
      setIsAsked(true)
      return 'open'
    }
    return [{ key: 'driver', label: isFetching ? 'Loading …' : label, icon: Phone, run }]
  }
  const { driver_name: name, driver_phone_number: phone } = data.data.record
  const numbers = phoneParts(phone ?? '').filter(({ text }) => text.trim() !== '')
  if (numbers.length === 0)
    return [{ key: 'driver', label: 'No driver’s number reported', icon: Phone, isDisabled: true }]
  return numbers.flatMap(({ text, href }, at) => {
    const number = safeText(text, 40)
    const named = name && at === 0 ? `${safeText(name, 30)}, ${number}` : number
    const key = at === 0 ? 'driver' : `driver ${at}`
    const items: MenuItem[] = []
    if (href !== null) items.push({ key, label: `Call ${named}`, icon: Phone, href })
    items.push(copyItem({ key: `copy ${key}`, what: `number ${number}`, text, copy, doneKey }))
    return items
  })
}

/** Actions at a position. */
function usePlaceItems(position: Position | null, id: string | null): MenuItem[] {
  const { map, showSheet } = usePage()
  const { view } = useLiveData()
  const isViewer = useIsViewer()
  const { setSearch } = useAddressActions()
  const pickup = usePickupActions(view.live.replay !== null)
  const { addCircle } = useZoneDraftActions(useZones())
  const replayFrom = useReplayFrom()
  if (position === null) return []
  const items: MenuItem[] = [
    {
      key: 'pickup',
      label: 'Pick up here',
      icon: MapPin,
      run() {
        showSheet()
        pickup.set(position)
        map.reveal([{ position, kind: 'pickup' }])
      },
    },
  ]
  if (id === null && view.live.replay === null)
    items.push({
      key: 'search',
      label: 'Search here',
      icon: Crosshair,
      run: () => void setSearch({ position }),
    })
  if (replayFrom !== null)
    items.push({
      key: 'replay',
      label: 'Replay from here',
      icon: History,
      run: () => void replayFrom(position, id),
    })
  if (!isViewer)
    items.push({
      key: 'zone',
      label: 'New zone here',
      icon: Pentagon,
      run: () => addCircle(position),
    })
  return items
}

/** Before now, so that the way that led here is seen. */
const BACK_MS = 10 * 60_000

/** Opens the replay of what was recorded around a position; null where nothing is recorded. */
function useReplayFrom(): ((position: Position, id: string | null) => Promise<void>) | null {
  const { view } = useLiveData()
  const { canOpen } = useReplay()
  const { setAt } = useAddressActions()
  const client = useQueryClient()
  const navigate = useNavigate()
  if (!canOpen) return null
  return async (position, id) => {
    const atMs = view.live.replay?.atMs ?? serverNowMs(view.live.area) - BACK_MS
    const areas = await client.fetchQuery(query('/api/recording/areas')).catch(() => null)
    const recorded = areas && areaRecordedAt(areas.data.areas, position, atMs)
    if (recorded) await navigate(areaReplayHref(recorded, atMs, id))
    // The bar of the replay says what is missing.
    else await setAt(atMs, true)
  }
}

function useCopyItems(position: Position | null, near: string | null, id: string | null) {
  const { copy, doneKey } = useCopy()
  if (position === null) return []
  const copied = { copy, doneKey }
  const at = formatPosition(position)
  const href = id === null ? `/?position=${at}` : mapHref(position, id)
  const link = new URL(href, window.location.href).href
  const items: MenuItem[] = []
  if (near !== null)
    items.push(copyItem({ key: 'copy address', what: 'address', text: near, ...copied }))
  items.push(copyItem({ key: 'copy position', what: 'position', text: at, ...copied }))
  const isLink = { icon: LinkIcon }
  items.push(copyItem({ key: 'copy link', what: 'link', text: link, ...copied, ...isLink }))
  return items
}

interface CopyItem extends ReturnType<typeof useCopy> {
  readonly key: string
  /** "address" */
  readonly what: string
  readonly text: string
  readonly icon?: LucideIcon
}

function copyItem({ key, what, text, copy, doneKey, icon = Clipboard }: CopyItem): MenuItem {
  const isDone = doneKey === key
  const isFailed = doneKey === `failed ${key}`
  const words = isFailed ? `Not copied: ${safeText(text, 60)}` : `Copy ${what}`
  return {
    key,
    label: isDone ? `Copied ${what}` : words,
    icon: isDone ? Check : icon,
    run() {
      void copy(key, text)
      return 'open'
    },
  }
}

/** Long enough to be read. */
const SHOWN_MS = 900

function useCopy() {
  const { store } = usePage()
  const [doneKey, setDoneKey] = useState<string | null>(null)

  async function copy(key: string, text: string): Promise<void> {
    const opened = store.getState().menu
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // No clipboard without https or permission.
      return setDoneKey(`failed ${key}`)
    }
    setDoneKey(key)
    setTimeout(() => {
      if (store.getState().menu === opened) store.setState({ menu: null })
    }, SHOWN_MS)
  }

  return { copy, doneKey }
}
