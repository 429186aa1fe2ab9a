import { routes } from '@/lib/app/parts/routes'

export const POST = routes.signInOidc
