'use client'

import { useState } from 'react'
import { readStored, storageKeys, writeStored } from '@/lib/browser/storage'

/** Whether the wait map is shown, which stays so in this browser. */
export interface WaitMap {
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
}

export function useWaitMap(): WaitMap {
  const [isOn, setIsOn] = useState(
    () => typeof window !== 'undefined' && readStored(window, storageKeys.waitMap) === 'on',
  )
  const setOn = (next: boolean) => {
    setIsOn(next)
    writeStored(window, storageKeys.waitMap, next ? 'on' : null)
  }
  return { isOn, setOn }
}
