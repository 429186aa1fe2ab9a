import { routes } from '@/lib/app/parts/routes'

export const GET = routes.operators
export const POST = routes.invite
