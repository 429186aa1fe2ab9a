/** Tabs of the recordings page. */
export const QUESTIONS = ['vehicle', 'all', 'areas'] as const

/** Questions of earlier versions that links may hold: a replay answers them. */
export const EARLIER_QUESTIONS = ['place', 'counts'] as const

export type Question = (typeof QUESTIONS)[number]
