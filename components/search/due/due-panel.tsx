import type { DueBooking } from '@/components/bookings/due/due-bookings'
import { DueList } from '@/components/bookings/due/due-list'
import { viewAround } from '@/components/search/map-geometry'
import { usePage, usePageState } from '@/components/search/page'
import { usePanelData } from '@/components/search/page-data'
import { Notice } from '@/components/ui/notice'
import { useFindForBooking } from './due-booking'

/** The bookings that are due; the journey of the open one is on the map. */
export function DuePanel() {
  const { store, map } = usePage()
  const { replay } = usePanelData().view.live
  const openedKey = usePageState((state) => state.dueBooking?.key ?? null)
  const find = useFindForBooking(replay !== null)

  function open(booking: DueBooking | null): void {
    if (!booking) {
      store.setState({ dueBooking: null })
      return
    }
    const { key, needs, record } = booking
    const { from_position: from, to_position: to } = record
    store.setState({ dueBooking: { key, from, to, needs } })
    const ends = [from, to].filter((position) => position !== null)
    const size = map.size()
    if (size && ends.length > 0) map.goTo(viewAround(ends, size))
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3 py-2">
      {replay ? (
        <Notice isQuiet className="mb-2" title="Shows the present, not the replay">
          Bookings are due now, not at the moment of the replay.
        </Notice>
      ) : null}
      <DueList
        openedKey={openedKey}
        onOpen={open}
        onFind={({ record, needs }) => find(record.from_position, needs)}
        onMenu={(booking, at) =>
          store.setState({ menu: { at, subject: { kind: 'booking', booking } } })
        }
      />
    </div>
  )
}
