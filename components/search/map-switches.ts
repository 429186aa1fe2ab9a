import { storageKeys, useStored } from '@/components/layout/storage'

interface Switch {
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
}

/** Call signs on the map; on at first. */
export function useLabelsSwitch(): Switch {
  const [text, set] = useStored(storageKeys.mapLabels)
  return {
    isOn: text !== 'off',
    setOn: (isOn) => set(isOn ? null : 'off'),
  }
}

/** Zones on the map beside other tabs than their own; off at first. */
export function useZonesSwitch(): Switch {
  const [text, set] = useStored(storageKeys.mapZones)
  return {
    isOn: text === 'on',
    setOn: (isOn) => set(isOn ? 'on' : null),
  }
}

/** The wait map; off at first. */
export function useWaitMapSwitch(): Switch {
  const [text, set] = useStored(storageKeys.waitMap)
  return {
    isOn: text === 'on',
    setOn: (isOn) => set(isOn ? 'on' : null),
  }
}
