import { routes } from '@/lib/app/parts/routes'

export const GET = routes.vehicleBookings
