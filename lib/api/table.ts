import { createFinder } from './dispatch'
import { account } from './routes/account'
import { alerts } from './routes/alerts'
import { audit } from './routes/audit'
import { auth } from './routes/auth'
import { bookings } from './routes/bookings'
import { desk } from './routes/desk'
import { live } from './routes/live'
import { map } from './routes/map'
import { operators } from './routes/operators'
import { places } from './routes/places'
import { recording } from './routes/recording'
import { service } from './routes/service'
import { signIn } from './routes/sign-in'
import { statusReadings } from './routes/status-readings'
import { watchList } from './routes/watch-list'
import { zones } from './routes/zones'

/** Every route. `grep "'GET /api/" lib/api/routes` finds the statement of one. */
export const table = [
  ...service,
  ...live,
  ...watchList,
  ...statusReadings,
  ...desk,
  ...zones,
  ...alerts,
  ...places,
  ...map,
  ...recording,
  ...bookings,
  ...auth,
  ...signIn,
  ...account,
  ...operators,
  ...audit,
] as const

export type RouteName = (typeof table)[number]['name']

export const findRoute = createFinder(table)
