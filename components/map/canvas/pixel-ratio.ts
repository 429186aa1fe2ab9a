/** Calls back whenever the window comes to another density of pixels, as on another screen. @returns stops it */
export function watchPixelRatio(onChange: () => void): () => void {
  let query: MediaQueryList | null = null
  const changed = () => {
    watch()
    onChange()
  }
  const watch = () => {
    query?.removeEventListener('change', changed)
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
    query.addEventListener('change', changed)
  }
  watch()
  return () => query?.removeEventListener('change', changed)
}
