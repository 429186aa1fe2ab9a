import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Form } from '@/components/layout/form'
import { useDistance } from '@/components/layout/preferences/preferences'
import { useLiveData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { Dialog } from '@/components/ui/dialog'
import { call } from '@/lib/api/client/call'
import { type HomeArea, LONGEST_AREA_NAME } from '@/lib/api/contract/desk'
import { query } from '@/lib/api/queries/query'
import { useHome } from './home'
import { usePlaceName } from './saved-areas'

/** Makes the area on the map the home area of the desk, by a name. */
export function HomeDialog({ onClose }: { readonly onClose: () => void }) {
  const { search, isHome } = useAddress()
  const { goHome } = useAddressActions()
  const home = useHome()
  const place = usePlaceName(search.position, useLiveData().view.near)
  const formatDistance = useDistance()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: HomeArea) => call('PUT /api/desk/home', {}, body),
    async onSuccess() {
      await client.invalidateQueries(query('/api/service'))
      void goHome()
      onClose()
    },
  })
  const { position, radius } = search
  return (
    <Dialog label="Home area" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">
          {isHome ? 'Rename the home area' : 'Make this the home area?'}
        </h2>
        <p className="text-sm">
          {isHome
            ? 'The map opens here, for every operator.'
            : `The map will open with ${formatDistance(radius)} around this place, for every operator, and the key 0 leads back to it.`}
        </p>
        <Form
          schema={{
            name: {
              label: 'Name',
              hint: 'For every operator; may stay empty.',
              required: false,
              maxLength: LONGEST_AREA_NAME,
              defaultValue: (isHome ? home.name : place) ?? '',
            },
          }}
          request={change}
          action={isHome ? 'Rename' : 'Make it the home area'}
          busy="Saving…"
          onSubmit={({ name }) => change.mutate({ name: name || null, position, radius })}
        />
      </div>
    </Dialog>
  )
}
