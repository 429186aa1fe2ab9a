import { Panel } from '@/components/ui/panel'
import type { VehiclesByWebhook } from '@/lib/api/contract/webhooks'
import { counted, formatCount } from '@/lib/format/number'

/** Where the webhooks of the vehicles point, as far as their records were read. */
export function VehicleCounts({
  vehicles: { here, elsewhere, none, unread },
}: {
  readonly vehicles: VehiclesByWebhook
}) {
  const read = here + elsewhere + none
  const counts = [
    ['To this Kerbside', here],
    ['Only elsewhere', elsewhere],
    ['No webhook', none],
    ['Not read yet', unread],
  ] as const
  return (
    <Panel title="Webhooks of the vehicles">
      <p className="text-muted text-sm">
        {read === 0
          ? 'No vehicle’s record has been read in the last 24 hours.'
          : `Addresses in the records of ${counted(read, 'vehicle')}, read in the last 24 hours.`}{' '}
        {unread === 0
          ? 'Records are read in the background for vehicles of open maps, and when one is opened.'
          : `Records of ${counted(unread, 'vehicle')} of open maps are still to be read in the background.`}
      </p>
      {read + unread === 0 ? null : (
        <dl className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
          {counts.map(([label, count]) => (
            <div key={label} className="bg-sunken flex flex-col-reverse rounded-md px-3 py-2">
              <dt className="text-muted text-xs">{label}</dt>
              <dd className="text-xl font-semibold tabular-nums">{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
