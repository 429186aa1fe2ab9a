import { useQueryClient } from '@tanstack/react-query'
import {
  Crosshair,
  FileText,
  History,
  Link as LinkIcon,
  MapPin,
  Navigation,
  Pentagon,
  Star,
  StarOff,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useBookingItems } from '@/components/bookings/due/booking-items'
import type { ReadBooking } from '@/components/bookings/due/due-bookings'
import { useNavigate } from '@/components/layout/link'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { useDriverItems } from '@/components/record/menu/call-items'
import { useCopyItem } from '@/components/record/menu/copy-item'
import { ContextMenu, type MenuItem } from '@/components/ui/context-menu'
import type { MenuPoint } from '@/components/ui/menu-keys'
import { query } from '@/lib/api/queries/query'
import { useWatched } from '@/lib/api/queries/watch-list'
import { arrivedBookingHref, mapHref, vehicleHref } from '@/lib/format/links'
import { areaRecordedAt, areaReplayHref } from '@/lib/format/replay-links'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { useFindForBooking } from './due/due-booking'
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

/** The menu of a vehicle, of a booking, or of a place on the map. */
export function PageMenu({ opened: { at, subject } }: { readonly opened: OpenedMenu }) {
  switch (subject.kind) {
    case 'vehicle':
      return <VehicleMenu at={at} {...subject} />
    case 'booking':
      return <BookingMenu at={at} {...subject} />
    case 'place':
      return <PlaceMenu at={at} {...subject} />
  }
}

function VehicleMenu({
  id,
  position: givenPosition,
  at,
}: {
  readonly id: string
  readonly position: Position | null
  readonly at: MenuPoint
}) {
  const { view } = useLiveData()
  const selection = findSelection(id, view.live.area, view.selection)
  const position = lastPosition(selection) ?? givenPosition
  const near = position && view.near.at(position, id)
  const title = safeText(view.names.shown(selection?.vehicle ?? { id }) ?? id, 60)
  const ofVehicle = useVehicleItems(id, position)
  const ofPlace = usePlaceItems(position, id)
  const copies = useCopyItems(position, near, id)
  const items = [...ofVehicle, ...ofPlace, ...copies]
  return <OpenMenu label={`Vehicle ${title}`} title={title} at={at} items={items} />
}

function PlaceMenu({ position, at }: { readonly position: Position; readonly at: MenuPoint }) {
  const { view } = useLiveData()
  const near = view.near.at(position)
  const title = safeText(near ?? formatPosition(position), 60)
  const ofPlace = usePlaceItems(position, null)
  const copies = useCopyItems(position, near, null)
  return <OpenMenu label={`Place ${title}`} title={title} at={at} items={[...ofPlace, ...copies]} />
}

function BookingMenu({ booking, at }: { readonly booking: ReadBooking; readonly at: MenuPoint }) {
  const { view } = useLiveData()
  const find = useFindForBooking(view.live.replay !== null)
  const navigate = useNavigate()
  const { keepUndo } = useUndo()
  const zoneItems = useZoneItems(booking.record.from_position, 'New zone at its pick-up')
  const items = useBookingItems(booking, {
    onFind: () => void find(booking.record.from_position, booking.needs),
    onOpen: () => void navigate(arrivedBookingHref(booking.key)),
    onWatched: keepUndo,
  })
  const { title } = booking
  return (
    <OpenMenu label={`Booking ${title}`} title={title} at={at} items={[...items, ...zoneItems]} />
  )
}

function OpenMenu(menu: Omit<ComponentProps<typeof ContextMenu>, 'onClose'>) {
  const { store } = usePage()
  return <ContextMenu {...menu} onClose={() => store.setState({ menu: null })} />
}

/** Actions on a vehicle. */
function useVehicleItems(id: string, position: Position | null): MenuItem[] {
  const { store } = usePage()
  const data = useLiveData()
  const select = useSelect(data)
  const open = useOpenRecord(data.view)
  const watched = useWatched()
  const { keepUndo } = useUndo()
  const driver = useDriverItems(id)
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

function useZoneItems(position: Position | null, label: string): MenuItem[] {
  const isViewer = useIsViewer()
  const { addCircle } = useZoneDraftActions(useZones())
  if (isViewer || position === null) return []
  return [{ key: 'zone', label, icon: Pentagon, run: () => addCircle(position) }]
}

/** Actions at a position. */
function usePlaceItems(position: Position | null, id: string | null): MenuItem[] {
  const { map, showSheet } = usePage()
  const { view } = useLiveData()
  const { setSearch } = useAddressActions()
  const pickup = usePickupActions(view.live.replay !== null)
  const zoneItems = useZoneItems(position, 'New zone here')
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
  return [...items, ...zoneItems]
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

function useCopyItems(
  position: Position | null,
  near: string | null,
  id: string | null,
): readonly MenuItem[] {
  const copyItem = useCopyItem()
  if (position === null) return []
  const at = formatPosition(position)
  const href = id === null ? `/?position=${at}` : mapHref(position, id)
  const link = new URL(href, window.location.href).href
  const items: MenuItem[] = []
  if (near !== null) items.push(copyItem({ key: 'copy address', what: 'address', text: near }))
  items.push(copyItem({ key: 'copy position', what: 'position', text: at }))
  items.push(copyItem({ key: 'copy link', what: 'link', text: link, icon: LinkIcon }))
  return items
}
