/** Hands a text to the browser as a file to save. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by the time the click is over; some need a moment more.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
