import { useState } from 'react'
import type { Position } from '@/lib/interface/resources'

const TIMEOUT_MS = 10_000

// By the code of GeolocationPositionError.
const errors: Record<number, string> = {
  1: 'Location access is blocked. Allow it in the browser’s site settings, or type a position.',
  2: 'This device could not find your location. Type a position instead.',
  3: 'Finding your location took too long. Try again, or type a position.',
}

export function useMyPosition(onPosition: (position: Position) => void) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState<string>()

  function ask() {
    if (!('geolocation' in navigator)) return setError(errors[2])
    setIsAsking(true)
    setError(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsAsking(false)
        onPosition({ lat: coords.latitude, lng: coords.longitude })
      },
      ({ code }) => {
        setIsAsking(false)
        setError(errors[code])
      },
      { timeout: TIMEOUT_MS, enableHighAccuracy: true },
    )
  }

  return { ask, isAsking, error, forget: () => setError(undefined) }
}
