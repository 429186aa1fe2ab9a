import { createRef } from 'react'

const INPUTS = ['keydown', 'pointerdown'] as const

/** Elements of the map page that keys and choices move the focus to. */
export function createPageFocus() {
  const areaLine = createRef<HTMLButtonElement>()
  const firstField = createRef<HTMLInputElement>()
  const searchField = createRef<HTMLInputElement>()
  const needs = createRef<HTMLDivElement>()
  const filters = createRef<HTMLElement>()
  let shownList: HTMLDivElement | null = null
  let frame = 0

  function cancel(): void {
    cancelAnimationFrame(frame)
  }

  /**
   * Focuses an element, at once or as soon as it is rendered, unless a key or the pointer is used
   * before.
   */
  function focusSoon(find: () => HTMLElement | null | undefined): void {
    cancel()
    const before = document.activeElement
    const attempt = () => {
      const element = find()
      if (!element) {
        frame = requestAnimationFrame(attempt)
        return
      }
      const isFocusUnchanged = [before, document.body].includes(document.activeElement)
      if (isFocusUnchanged) element.focus()
    }
    attempt()
  }

  function focusList(): void {
    focusSoon(() => shownList)
  }

  return {
    areaLine,
    firstField,
    searchField,
    needs,
    filters,
    focusSoon,
    focusList,
    /** The ref of the shown list. */
    list(element: HTMLDivElement | null): void {
      const before = shownList
      shownList = element
      // A refresh may remove the focused list for a moment.
      if (element === null && document.activeElement === before) focusList()
    },
    /** @returns stops */
    listen(): () => void {
      // In the capture phase: a focus that the input itself asks for comes after.
      for (const input of INPUTS) window.addEventListener(input, cancel, true)
      return () => {
        cancel()
        for (const input of INPUTS) window.removeEventListener(input, cancel, true)
      }
    },
  }
}
