import { useQuery } from '@tanstack/react-query'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { ConfirmDialog } from '@/components/ui/dialog'
import { query } from '@/lib/api/queries/query'
import { useUnsharing } from '@/lib/api/queries/watch-list'
import { safeText } from '@/lib/format/text'
import { watchedName } from './watched-now'

export function UnshareQuestion({ vehicleId }: { readonly vehicleId: string }) {
  const { confirm, close } = useUnsharing()
  const { data } = useQuery(query('/api/watch-list'))
  const names = useVehicleNames()
  const vehicle = data?.data.vehicles.find(({ id }) => id === vehicleId)
  if (!vehicle) return null
  const name = safeText(watchedName(names, vehicle, null) ?? vehicleId, 40)
  return (
    <ConfirmDialog
      title={`Stop watching ${name} for the whole desk?`}
      action="Stop watching"
      onConfirm={confirm}
      onClose={close}
    >
      <p>
        It is on the list that the desk shares. Everyone stops seeing its status and what changes in
        its record, except for operators who also watch it themselves.
      </p>
    </ConfirmDialog>
  )
}
