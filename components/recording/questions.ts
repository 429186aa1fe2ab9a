/** Tabs of the recordings page. */
export const QUESTIONS = ['vehicle', 'place', 'counts', 'areas'] as const

export type Question = (typeof QUESTIONS)[number]
