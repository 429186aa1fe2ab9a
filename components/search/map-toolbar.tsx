import { History, Keyboard, Layers, LocateFixed, Undo2, X } from 'lucide-react'
import { useId } from 'react'
import { storageKeys, useStored } from '@/components/layout/storage'
import type { MapWaits } from '@/components/map/types'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { onDemand } from '@/components/ui/on-demand'
import { useMyPosition } from './find/use-my-position'
import { useWaitMapSwitch } from './map-switches'
import { usePage, usePageState } from './page'
import { useLiveData } from './page-data'
import { usePickupActions } from './pickup/use-pickup'
import { useReplay } from './use-replay'
import { useUndo } from './use-undo'
import { useAddress, useAddressActions } from './view/address'

const LayersPanel = onDemand(() => import('./list/legend'), 'LayersPanel')
const WaitMapPanel = onDemand(() => import('./wait-map/wait-map-panel'), 'WaitMapPanel')

const TOOL = 'rounded-none border-0 md:min-h-9'

/**
 * The tools of the map, at the right under its zoom, each at a fixed place; what they open is
 * beside them.
 */
export function MapToolbar({ onWaits }: { readonly onWaits: (waits: MapWaits | null) => void }) {
  const { store } = usePage()
  const { live } = useLiveData().view
  const { search, panel } = useAddress()
  const { goTo } = useAddressActions()
  const pickup = usePickupActions(live.replay !== null)
  const replay = useReplay()
  const waitMap = useWaitMapSwitch()
  // Open only where it was left open.
  const [stored, setStored] = useStored(storageKeys.legend)
  const isOpen = stored === 'open'
  const id = useId()
  const me = useMyPosition((position) => {
    if (panel === 'pickup') pickup.set(position)
    else void goTo({ position })
  })
  return (
    <div className="pointer-events-none absolute inset-x-2.5 inset-y-2 z-10 flex items-start justify-end gap-2 [container-type:size] *:pointer-events-auto">
      <div className="flex max-h-full min-h-0 flex-col items-end gap-2">
        {me.error === undefined ? null : (
          <Notice
            tone="warning"
            title={me.error}
            className="w-72"
            action={
              <IconButton
                icon={X}
                label="Dismiss the notice about your location"
                variant="ghost"
                onClick={me.forget}
                className="-my-1 -mr-1"
              />
            }
          />
        )}
        {waitMap.isOn ? (
          <WaitMapPanel key={JSON.stringify([search.position, search.radius])} onWaits={onWaits} />
        ) : null}
        {isOpen ? <LayersPanel id={id} /> : null}
      </div>
      <div
        data-covers-map
        className="bg-surface border-line shadow-raised mt-24 flex flex-col overflow-hidden rounded-md border max-md:mt-28 [@container(height<17rem)]:mt-0! [@container(height<17rem)]:grid [@container(height<17rem)]:grid-cols-2 [@container(height<17rem)]:mr-12"
      >
        <IconButton
          icon={LocateFixed}
          label="Use my location"
          variant="ghost"
          disabled={me.isAsking}
          onClick={me.ask}
          className={TOOL}
        />
        <IconButton
          icon={Layers}
          label="Layers and legend"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setStored(isOpen ? null : 'open')}
          className={`${TOOL} aria-expanded:bg-accent-soft`}
        />
        {replay.canOpen ? (
          <IconButton
            icon={History}
            label="Replay"
            title="Replay what was recorded here (h)"
            variant="ghost"
            aria-pressed={replay.isOn}
            onClick={() => replay.toggle(live.area)}
            className={`${TOOL} aria-pressed:bg-past-soft aria-pressed:text-past`}
          />
        ) : null}
        <UndoButton />
        <IconButton
          icon={Keyboard}
          label="Keyboard shortcuts"
          aria-haspopup="dialog"
          variant="ghost"
          onClick={() => store.setState({ isHelpOpen: true })}
          className={`${TOOL} max-md:hidden`}
        />
      </div>
    </div>
  )
}

function UndoButton() {
  const last = usePageState((state) => state.undo)
  const { undo } = useUndo()
  return (
    <IconButton
      icon={Undo2}
      label="Undo"
      title={last ? `Undo the change of the ${last.subject} (u)` : 'Nothing to undo'}
      variant="ghost"
      disabled={last === null}
      onClick={undo}
      className={TOOL}
    />
  )
}
