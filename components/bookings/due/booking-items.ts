import { Crosshair, FileText, Link as LinkIcon, Star } from 'lucide-react'
import { useCallItems, useDriverItems } from '@/components/record/menu/call-items'
import { useCopyItem } from '@/components/record/menu/copy-item'
import type { MenuItem } from '@/components/ui/context-menu'
import { useWatched } from '@/lib/api/queries/watch-list'
import { useDriverText } from './copy-for-driver'
import type { BookingSubject } from './due-bookings'

interface BookingActions {
  /** Opens the pick-up board at the start of the booking. */
  readonly onFind: () => void
  readonly onOpen: () => void
  /** Keeps the way back of a star. */
  readonly onWatched?: (takeBack: (() => void) | null) => void
}

/** The entries of a booking's menu. */
export function useBookingItems(
  booking: BookingSubject,
  { onFind, onOpen, onWatched }: BookingActions,
): readonly MenuItem[] {
  const { record, vehicleId, href } = booking
  const watched = useWatched()
  const driver = useDriverItems(vehicleId)
  const callItems = useCallItems()
  const copyItem = useCopyItem()
  const driverText = useDriverText()
  const { customer_name: name, customer_phone_number: phone, from_label, to_label } = record
  const items: MenuItem[] = []
  if (record.from_position !== null)
    items.push({ key: 'find', label: 'Pick up here', icon: Crosshair, run: onFind })
  if (vehicleId !== null) {
    const isWatched = watched.isWatched(vehicleId)
    items.push({
      key: 'watch',
      label: isWatched ? 'Its vehicle is watched' : 'Watch its vehicle, alert when free',
      icon: Star,
      isDisabled: isWatched || !watched.canToggle(vehicleId),
      run() {
        const takeBack = watched.toggle(vehicleId)
        onWatched?.(takeBack)
        // Nothing else on the page says that it is watched.
        return 'shown'
      },
    })
  }
  items.push(...driver)
  items.push(...callItems({ role: 'customer', name, phone }))
  items.push({ key: 'record', label: 'Open booking', icon: FileText, run: onOpen })
  if (from_label) items.push(copyItem({ key: 'copy from', what: 'pick-up', text: from_label }))
  if (to_label) items.push(copyItem({ key: 'copy to', what: 'drop-off', text: to_label }))
  items.push(copyItem({ key: 'copy text', what: 'text for the driver', text: driverText(booking) }))
  if (href !== null) {
    const text = new URL(href, window.location.href).href
    items.push(copyItem({ key: 'copy link', what: 'link', text, icon: LinkIcon }))
  }
  return items
}
