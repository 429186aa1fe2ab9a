import { createApi } from '@/lib/api/dispatch'
import { table } from '@/lib/api/table'
import { app } from '@/lib/app/app'

/** Answers every address below /api. */
export const answer = createApi(table, () => app().parts)
