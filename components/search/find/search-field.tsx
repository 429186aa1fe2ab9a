import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search as SearchIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import { useNavigate } from '@/components/layout/link'
import { useAskForTypes } from '@/components/search/list/filters/use-observed-types'
import { usePage } from '@/components/search/page'
import { useLiveData } from '@/components/search/page-data'
import { usePickupActions } from '@/components/search/pickup/use-pickup'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import { usePlaceName } from '@/components/search/view/saved-areas'
import { IconButton } from '@/components/ui/button'
import { describeError } from '@/lib/api/client/errors'
import { keepPlaceName } from '@/lib/api/queries/names'
import { query } from '@/lib/api/queries/query'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { Combobox } from './combobox'
import { type Choice, useFindField } from './use-find-field'
import { positionOfVehicle, useNewest, useShowVehicle } from './use-show-vehicle'

/**
 * The search field of the map page: on the pick-up board it means the pick-up point,
 * elsewhere where the map goes.
 */
export function SearchField() {
  const { focus } = usePage()
  const { panel, pickup, search } = useAddress()
  const { view } = useLiveData()
  const isPickup = panel === 'pickup'
  const position = isPickup ? pickup : search.position
  const name = usePlaceName(position, view.near)
  const value = position ? (name ?? formatPosition(position)) : ''
  const subject = `${isPickup} ${position && formatPosition(position)}`
  const goTo = useGoTo()
  const setPickup = useSetPickup(subject)
  const find = useFindField({
    value,
    position,
    subject,
    filtersList: !isPickup,
    onChoose: (choice) => void (isPickup ? setPickup(choice, find.setError) : goTo(choice)),
  })
  const label = isPickup ? 'Pick-up point' : 'Place or vehicle'
  const { error } = find
  // Unknown until the settings are there.
  const hasAddresses = useQuery(query('/api/service')).data?.data.map.hasAddresses ?? true
  const examples = hasAddresses ? 'Address, call sign or position' : 'Call sign, plate or position'

  const askForTypes = useAskForTypes()

  function submit(event: FormEvent) {
    event.preventDefault()
    find.submit()
  }

  return (
    <search className="min-w-0 flex-1">
      <form onSubmit={submit} noValidate>
        <div className="flex">
          <IconButton
            icon={SearchIcon}
            label={isPickup ? 'Find nearest' : 'Search'}
            type="submit"
            variant="ghost"
            className="text-muted rounded-r-none"
          />
          <Combobox
            find={find}
            ref={focus.searchField}
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'search-field-error' : undefined}
            className="text-text placeholder:text-muted min-h-11 w-full bg-transparent pr-1 text-sm outline-none md:min-h-9"
            placeholder={isPickup && hasAddresses ? 'Pick-up: address or position' : examples}
            onFocus={({ target }) => {
              target.select()
              askForTypes()
              find.open()
            }}
          />
        </div>
        {error ? (
          <p
            id="search-field-error"
            // The list of suggestions says it at its foot, and covers this line.
            className={find.foot === error ? 'sr-only' : 'text-danger px-2 pb-1 text-xs'}
          >
            {error}
          </p>
        ) : null}
      </form>
    </search>
  )
}

/**
 * Moves the focus out of the field once something is chosen: to what a
 * pick-up needs, or to the list.
 */
function useLeaveField() {
  const { focus } = usePage()
  const { panel } = useAddress()
  return () => {
    const field = focus.searchField.current
    if (document.activeElement !== field) return
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    if (panel === 'pickup' && !isTouch)
      return focus.focusSoon(() => focus.needs.current?.querySelector('input'))
    // The keyboard of a phone would cover the answer, which may be no list.
    if (isTouch) field?.blur()
    focus.focusList()
  }
}

function useGoTo() {
  const { store } = usePage()
  const { panel } = useAddress()
  const { goTo, setPanel, setFilters } = useAddressActions()
  const leaveField = useLeaveField()
  const client = useQueryClient()
  const navigate = useNavigate()
  const showVehicle = useShowVehicle()
  return (choice: Choice) => {
    store.setState({ isAreaOpen: false })
    if (choice.kind === 'vehicle') return void showVehicle(choice)
    leaveField()
    switch (choice.kind) {
      case 'area':
        return void navigate(`/?${choice.query}`)
      case 'list': {
        if (panel !== 'vehicles') void setPanel('vehicles')
        return void setFilters({ text: choice.text })
      }
      case 'place':
        keepPlaceName(client, choice.position, choice.name)
    }
    void goTo({ position: choice.position })
  }
}

function useSetPickup(subject: string) {
  const pickup = usePickupActions(useLiveData().view.live.replay !== null)
  const client = useQueryClient()
  const leaveField = useLeaveField()
  const begin = useNewest(subject)
  const set = (at: Position) => {
    pickup.set(at)
    leaveField()
  }
  return async (choice: Choice, onError: (words: string) => void) => {
    const isNewest = begin()
    if (choice.kind === 'position') return set(choice.position)
    const name = safeText(choice.name, 60)
    let at = choice.position
    if (choice.kind === 'vehicle' && !at) {
      try {
        at = await positionOfVehicle(client, choice)
      } catch (error) {
        const words = `The position of ${name} could not be loaded: ${describeError(error).title}.`
        if (isNewest()) onError(words)
        return
      }
      if (!isNewest()) return
    }
    if (!at) return onError(`${name} has no known position.`)
    // A vehicle goes on.
    if (choice.kind !== 'vehicle') keepPlaceName(client, at, choice.name)
    set(at)
  }
}
