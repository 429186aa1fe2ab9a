import { focusManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ApiError } from '@/lib/api/client/errors'
import type { StateVersion, TopicEvent } from '@/lib/api/contract/live'
import type { ArrivalState } from '@/lib/api/contract/webhooks'
import { ARRIVED_BOOKINGS, query } from './query'

const SERVICE = query('/api/service').queryKey
const ALERTS = query('/api/alerts').queryKey
const ME = query('/api/me').queryKey
const VEHICLE_BOOKINGS: QueryKey = ['/api/vehicles/{vehicleId}/bookings']
const BOOKING: QueryKey = ['/api/bookings/arrived/{key}']

/** Keeps the queries of bookings, of alerts and of the service's state as the stream says. */
export function createTopicQueries(client: QueryClient) {
  let newest: Partial<ArrivalState> | null = null

  /** A hidden page asks when it is shown: what it asks would count as use of the session. */
  function renew(queryKey: QueryKey): Promise<void> {
    const refetchType = focusManager.isFocused() ? 'active' : 'none'
    return client.invalidateQueries({ queryKey, refetchType })
  }

  /** Waits until a query that is under way has its answer, which may be the one that is due. */
  async function settled(queryKey: QueryKey): Promise<void> {
    await client
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.catch(() => undefined)
  }

  async function onArrival(data: Partial<ArrivalState>): Promise<void> {
    newest = data
    void renew(BOOKING)
    void renew(VEHICLE_BOOKINGS)
    await settled(ARRIVED_BOOKINGS)
    if (newest !== data) return
    const list = client.getQueryData<ArrivalState>(ARRIVED_BOOKINGS)
    const { version, total, unrecognised, isReceiving } = data
    const isRead = total !== undefined && unrecognised !== undefined && isReceiving !== undefined
    const holdsAll = list !== undefined && version !== undefined && version <= list.version
    if (!holdsAll || !isRead) return renew(ARRIVED_BOOKINGS)
    const isSame =
      list.total === total && list.unrecognised === unrecognised && list.isReceiving === isReceiving
    if (isSame) return
    const updatedAt = client.getQueryState(ARRIVED_BOOKINGS)?.dataUpdatedAt
    const shown = { ...list, total, unrecognised, isReceiving }
    client.setQueryData<ArrivalState>(ARRIVED_BOOKINGS, shown, { updatedAt })
  }

  async function onService({ version }: Partial<StateVersion>): Promise<void> {
    await settled(SERVICE)
    const known = client.getQueryData(SERVICE)?.data.version
    if (version === undefined || version !== known) await renew(SERVICE)
  }

  /** Hidden pages ask too: they ring, and the route keeps no session from ending. */
  async function onAlerts({ version }: Partial<StateVersion>): Promise<void> {
    await settled(ALERTS)
    const known = client.getQueryData(ALERTS)?.data.version
    if (version === undefined || version !== known)
      await client.invalidateQueries({ queryKey: ALERTS, refetchType: 'active' })
  }

  return {
    onEvent(event: TopicEvent): void {
      if (event.topic === 'arrived') void onArrival(event.data)
      if (event.topic === 'service') void onService(event.data)
      if (event.topic === 'alerts') void onAlerts(event.data)
    },
    /** The header says at once why nothing comes, and whether the session has ended. */
    onError({ kind }: ApiError): void {
      const isRefused = kind === 'session-required' || kind === 'role-required'
      void renew(SERVICE)
      void renew(ALERTS)
      if (isRefused) void client.refetchQueries({ queryKey: ME })
    },
  }
}
