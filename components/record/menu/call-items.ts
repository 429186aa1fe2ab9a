import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import type { MenuItem } from '@/components/ui/context-menu'
import { describeError } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'
import { phoneParts } from '@/lib/format/contact'
import { vehicleHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import { useCopyItem } from './copy-item'

interface Called {
  readonly role: 'driver' | 'customer'
  readonly name: string | null
  readonly phone: string | null
}

/** @returns makes the entries that call a person, and copy the number; none without a number */
export function useCallItems(): (called: Called) => readonly MenuItem[] {
  const copyItem = useCopyItem()
  return ({ role, name, phone }) => {
    const person = name ? `${role} ${safeText(name, 30)}` : `the ${role}`
    const numbers = phoneParts(phone ?? '').filter(({ text }) => text.trim() !== '')
    return numbers.flatMap(({ text, href }, at) => {
      const number = safeText(text, 40)
      const key = at === 0 ? role : `${role} ${at}`
      const copy = copyItem({ key: `copy ${key}`, what: `number ${number}`, text })
      if (href === null) return [copy]
      const call: MenuItem = { key, label: `Call ${person}, ${number}`, icon: Phone, href }
      return [call, copy]
    })
  }
}

/**
 * Calls the driver of a vehicle, or copies the number; read on demand, since each opening of a
 * record is audited.
 */
export function useDriverItems(vehicleId: string | null): readonly MenuItem[] {
  const isViewer = useIsViewer()
  const [isAsked, setIsAsked] = useState(false)
  const callItems = useCallItems()
  const canAsk = vehicleId !== null && !isViewer && vehicleHref(vehicleId) !== null
  const { data, error, isFetching } = useQuery({
    ...query('/api/vehicles/{vehicleId}', { vehicleId: vehicleId ?? '' }),
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
  const items = callItems({ role: 'driver', name, phone })
  if (items.length > 0) return items
  return [{ key: 'driver', label: 'No driver’s number reported', icon: Phone, isDisabled: true }]
}
