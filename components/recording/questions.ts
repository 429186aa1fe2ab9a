/** What can be asked of recordings. */
export const QUESTIONS = ['vehicle', 'place', 'counts', 'areas'] as const

export type Question = (typeof QUESTIONS)[number]
