const TONE_HZ = 880
const TONE_SECONDS = 0.25
const LOUDNESS = 0.2

/** A short tone; nothing where the browser has not seen a click on the page yet. */
export function playSound(): void {
  try {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = TONE_HZ
    volume.gain.setValueAtTime(LOUDNESS, audio.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE_SECONDS)
    tone.connect(volume).connect(audio.destination)
    tone.onended = () => void audio.close()
    tone.start()
    tone.stop(audio.currentTime + TONE_SECONDS)
  } catch {
    // The browser forbids sound.
  }
}

export function canNotify(): boolean {
  return typeof Notification !== 'undefined'
}

/** To be called by a click. @returns whether the browser allows notifications */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted'
}

/** @param id of the alert: the browser shows it once, whatever the number of tabs */
export function showNotification(text: string, id: string): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(text, { tag: id })
    notification.onclick = () => {
      window.focus()
      notification.close()
    }
  } catch {
    // Some phones allow them to service workers only.
  }
}
