import { type UndoStep, usePage } from './page'

/** Takes back the last change of area, filters, pick-up, star or zones. */
export function useUndo() {
  const { store } = usePage()

  /** A refused one can be tried again. */
  async function takeBack(step: UndoStep): Promise<void> {
    store.setState({ undo: null, undoError: null })
    try {
      await step.takeBack()
    } catch (error) {
      store.setState({ undo: step, undoError: error as Error })
    }
  }

  return {
    /** @param takeBack null where nothing has changed */
    keepUndo(takeBack: UndoStep['takeBack'] | null, subject: UndoStep['subject'] = 'star'): void {
      if (takeBack) store.setState({ undo: { subject, isTyping: false, takeBack } })
    },
    /** @returns false when there is nothing to take back */
    undo(): boolean {
      const { undo } = store.getState()
      if (undo) void takeBack(undo)
      return undo !== null
    },
  }
}
