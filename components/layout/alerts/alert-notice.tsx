import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from '@/components/layout/link'
import { mapViewParameters } from '@/components/layout/map-view'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { readStored, storageKeys, writeStored } from '@/components/layout/storage'
import { IconButton } from '@/components/ui/button'
import type { Alert } from '@/lib/api/contract/alerts'
import { eventOf, hrefOf, nameOf } from './alert-words'
import { playSound, showNotification } from './ring'

/** It covers what is under it, and the bell counts its alert further on. */
const SHOWN_MS = 15_000

/**
 * The newest alert that was not seen yet, for some seconds in view, and until it is seen on any
 * page of this browser.
 */
export function AlertNotice({
  alert,
  onSeen,
}: {
  readonly alert: Alert
  readonly onSeen: () => void
}) {
  const names = useVehicleNames()
  const name = nameOf(alert, names)
  const event = eventOf(alert)
  const href = hrefOf(alert, mapViewParameters())
  const { id, openedAtMs } = alert
  // A live region is announced when its content comes later than itself.
  const [isReady, setIsReady] = useState(false)
  useEffect(() => setIsReady(true), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rings once, whatever its words become
  useEffect(() => {
    // Of several tabs one rings.
    const rungUntilMs = Number(readStored(storageKeys.rungAlerts) ?? 0)
    if (openedAtMs <= rungUntilMs) return
    writeStored(storageKeys.rungAlerts, String(openedAtMs))
    if (readStored(storageKeys.alertSound) === 'on') playSound()
    if (readStored(storageKeys.alertNotifications) === 'on')
      showNotification(`${name} ${event}`, id)
  }, [id, openedAtMs])
  const [isHeld, setIsHeld] = useState(false)
  const end = useEffectEvent(onSeen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each alert has its own time
  useEffect(() => {
    if (isHeld) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => end(), SHOWN_MS)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [id, isHeld])
  return createPortal(
    <div
      role="status"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="fixed top-16 right-2 left-2 z-30 ml-auto max-w-md md:top-28 md:right-14 print:hidden"
    >
      {isReady ? (
        <div
          data-covers-map
          className="bg-surface border-line shadow-raised flex items-center gap-2 rounded-md border py-0.5 pr-0.5 pl-3 text-sm"
        >
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <bdi className="font-semibold">{name}</bdi> {event}
          </span>
          {href ? (
            <Link href={href} button="ghost" onClick={onSeen}>
              Show
            </Link>
          ) : null}
          <IconButton
            icon={X}
            label={`Dismiss the notice about ${name}`}
            variant="ghost"
            onClick={onSeen}
          />
        </div>
      ) : null}
    </div>,
    document.body,
  )
}
